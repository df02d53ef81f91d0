/** Form fields for the JSON schemas that the server sends: of a ruleset's options and of a table's settings. */

export type Value = string | number | boolean;

export interface Field {
  /** The dotted path of the value, as in `pace.turn`. */
  readonly name: string;
  readonly kind: 'yes' | 'choice' | 'number' | 'text';
  /** All possible values or, for a number, the values to choose from. */
  readonly choices: readonly (string | number)[];
  readonly min: number | undefined;
  readonly max: number | undefined;
  readonly usual: Value | undefined;
  /** The name of what the field depends on: another field, or a property of the ruleset. */
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
  const fieldsWithin = (property: Property, place: string): Field[] =>
    Object.entries(property.properties ?? {}).flatMap(([name, one]) =>
      one.$ref ? fieldsWithin(resolveRef(one.$ref), `${place}${name}.`) : [fieldOf(place + name, one)],
    );
  return fieldsWithin(schema.$ref ? resolveRef(schema.$ref) : schema, '');
}

/** The value at a dotted path of an object. */
export const valueAt = (values: object, name: string): unknown =>
  name.split('.').reduce<unknown>((value, part) => (value as Record<string, unknown> | undefined)?.[part], values);

/** A copy of an object in which the value at a dotted path is replaced. */
export function withValue<T extends object>(values: T, name: string, value: unknown): T {
  const [first = '', ...rest] = name.split('.');
  const inner = (values as Record<string, unknown>)[first] as object | undefined;
  return { ...values, [first]: rest.length > 0 ? withValue(inner ?? {}, rest.join('.'), value) : value };
}
