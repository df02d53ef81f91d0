/** Form fields from the JSON schemas that the server sends: a ruleset's options and a table's settings. */

export type Value = string | number | boolean;

export interface Field {
  /** The dotted path of the value: `pace.turn`. */
  readonly name: string;
  readonly kind: 'yes' | 'choice' | 'number' | 'text';
  /** All possible values, or the numbers to choose from. */
  readonly choices: readonly (string | number)[];
  readonly min: number | undefined;
  readonly max: number | undefined;
  readonly usual: Value | undefined;
  /** What the field depends on: another field, or a property of the ruleset. */
  readonly needs: string | undefined;
}

interface Property {
  $ref?: string;
  type?: string;
  enum?: (string | number)[];
  examples?: number[];
  minimum?: number;
  maximum?: number;
  default?: unknown;
  needs?: string;
  properties?: Record<string, Property>;
}

export type Schema = Record<string, unknown>;

const kindOf = (property: Property): Field['kind'] => {
  if (property.enum || property.examples) return 'choice';
  if (property.type === 'boolean') return 'yes';
  return property.type === 'integer' ? 'number' : 'text';
};

const fieldOf = (name: string, property: Property): Field => ({
  name,
  kind: kindOf(property),
  choices: property.enum ?? property.examples ?? [],
  min: property.minimum,
  max: property.maximum,
  usual: property.default as Value | undefined,
  needs: property.needs,
});

export function fieldsOf(schema: Schema): Field[] {
  const types = (schema.$defs ?? {}) as Record<string, Property>;
  const resolveRef = (ref: unknown): Property => types[String(ref).split('/').at(-1) ?? ''] ?? {};
  const within = (property: Property, place: string): Field[] =>
    Object.entries(property.properties ?? {}).flatMap(([name, one]) =>
      one.$ref ? within(resolveRef(one.$ref), `${place}${name}.`) : [fieldOf(place + name, one)],
    );
  return within(schema.$ref ? resolveRef(schema.$ref) : schema, '');
}

/** The value at a dotted path. */
export const valueAt = (values: object, name: string): unknown =>
  name.split('.').reduce<unknown>((value, part) => (value as Record<string, unknown> | undefined)?.[part], values);

/** A copy with the value at a dotted path replaced. */
export function withValue<T extends object>(values: T, name: string, value: unknown): T {
  const [first = '', ...rest] = name.split('.');
  const inner = (values as Record<string, unknown>)[first] as object | undefined;
  return { ...values, [first]: rest.length > 0 ? withValue(inner ?? {}, rest.join('.'), value) : value };
}
