// Reads the output of client_schema.py from standard input and writes TypeScript types and facts: for the server, and for each
// family with a table here.
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { compile } from 'json-schema-to-typescript';
import prettier from 'prettier';
import { emit, SRC } from './emit.mjs';

const BANNER = '// Generated from the Python types by scripts/gen-wire: change those, then run `make gen`.';

const mapValues = (object, change) =>
  Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value, key)]));

/**
 * Keeps only known fields, drops titles (they would rename types), and turns tuples into arrays, except tuples whose parts
 * have different types.
 */
function tidy(node) {
  if (Array.isArray(node)) return node.map(tidy);
  if (node === null || typeof node !== 'object') return node;
  const { title, discriminator, description, default: _, prefixItems, ...rest } = node;
  const tidied = mapValues(rest, (value, key) => (key === 'properties' ? mapValues(value, tidy) : tidy(value)));
  if (node.type === 'object')
    tidied.additionalProperties = node.properties ? false : (tidied.additionalProperties ?? true);
  if (node.type === 'array') for (const bound of ['minItems', 'maxItems']) delete tidied[bound];
  if (new Set(prefixItems?.map((part) => JSON.stringify(part))).size > 1) {
    const length = prefixItems.length;
    Object.assign(tidied, { items: prefixItems.map(tidy), minItems: length, maxItems: length });
  }
  return tidied;
}

async function typesOf(schema, facts = {}) {
  const names = Object.keys(schema.$defs);
  const root = {
    type: 'object',
    additionalProperties: false,
    required: names,
    properties: mapValues(schema.$defs, (_, name) => ({ $ref: `#/$defs/${name}` })),
    $defs: mapValues(schema.$defs, tidy),
  };
  const text = await compile(root, 'Everything', { bannerComment: BANNER, additionalProperties: false, format: false });
  const known = Object.keys(facts).length === 0 ? '' : `export const facts = ${JSON.stringify(facts)} as const;`;
  return prettier.format(text + known, { parser: 'typescript', printWidth: 120, singleQuote: true });
}

/** The TypeScript type of a schema of the OpenAPI description, whose named types are those of types.ts; `used` collects them. */
function typeOf(schema, used) {
  if (schema.$ref) {
    const name = schema.$ref.split('/').at(-1);
    used.add(name);
    return name;
  }
  const either = schema.oneOf ?? schema.anyOf;
  if (either) return [...new Set(either.map((one) => typeOf(one, used)))].join(' | ');
  if (schema.enum) return schema.enum.map((one) => JSON.stringify(one)).join(' | ');
  if (schema.type === 'array') return `(${typeOf(schema.items, used)})[]`;
  if (schema.type === 'object' && schema.additionalProperties)
    return `{ [key: string]: ${typeOf(schema.additionalProperties, used)} }`;
  return (
    { string: 'string', integer: 'number', number: 'number', boolean: 'boolean', null: 'null' }[schema.type] ??
    'unknown'
  );
}

function parametersOf(way, place, used) {
  const found = (way.parameters ?? []).filter((one) => one.in === place);
  if (found.length === 0) return '';
  const needed = found.some((one) => one.required);
  const fields = found.map((one) => `${one.name}${one.required ? '' : '?'}: ${typeOf(one.schema, used)}`);
  return `${place}${needed ? '' : '?'}: { ${fields.join('; ')} };`;
}

/** The body of a message: nothing where it has none, text where it is no JSON. */
function bodyOf(message, used) {
  const content = Object.entries(message?.content ?? {});
  if (content.length === 0) return null;
  const [kind, { schema }] = content[0];
  return kind === 'application/json' ? typeOf(schema, used) : 'string';
}

/** What each endpoint takes and answers, for the compiler alone. */
async function endpointsOf(paths) {
  const used = new Set();
  const lines = Object.entries(paths).flatMap(([path, ways]) =>
    Object.entries(ways).map(([method, way]) => {
      const body = bodyOf(way.requestBody, used);
      const [, success] = Object.entries(way.responses).find(([status]) => status.startsWith('2'));
      const response = bodyOf(success, used);
      const takes = parametersOf(way, 'path', used) + parametersOf(way, 'query', used) + (body ? `body: ${body};` : '');
      const answers = response === null || response === 'null' ? 'void' : response;
      return `'${method.toUpperCase()} ${path}': { ${takes} response: ${answers} };`;
    }),
  );
  const imports = `import type { ${[...used].sort().join(', ')} } from './types';`;
  const text = `${BANNER}\n\n${imports}\n\nexport interface Endpoints {\n${lines.sort().join('\n')}\n}\n`;
  return prettier.format(text, { parser: 'typescript', printWidth: 120, singleQuote: true });
}

const { room, families } = await json(process.stdin);
emit(join(SRC, 'wire', 'types.ts'), await typesOf(room.schema, room.facts));
emit(join(SRC, 'wire', 'endpointTypes.ts'), await endpointsOf(room.paths));
for (const [name, { schema, facts }] of Object.entries(families)) {
  emit(join(SRC, 'games', name, 'types.ts'), await typesOf(schema, facts));
}
