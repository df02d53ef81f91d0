// Reads the output of schema.py from standard input and writes TypeScript types and facts: for the server, and for each
// family with a table here.
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { compile } from 'json-schema-to-typescript';
import prettier from 'prettier';
import { emit, SRC } from './emit.mjs';

const BANNER = '// Generated from the Python types by scripts/gen-wire: change those, then run `make gen`.';

const mapValues = (object, change) =>
  Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value, key)]));

/** Keeps only known fields, drops titles (they would rename types), and turns tuples of one length into arrays. */
function tidy(node) {
  if (Array.isArray(node)) return node.map(tidy);
  if (node === null || typeof node !== 'object') return node;
  const { title, discriminator, description, default: _, prefixItems, ...rest } = node;
  const tidied = mapValues(rest, (value, key) => (key === 'properties' ? mapValues(value, tidy) : tidy(value)));
  if (node.type === 'object')
    tidied.additionalProperties = node.properties ? false : (tidied.additionalProperties ?? true);
  if (node.type === 'array') for (const bound of ['minItems', 'maxItems']) delete tidied[bound];
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

const { room, families } = await json(process.stdin);
emit(join(SRC, 'wire', 'types.ts'), await typesOf(room.schema, room.facts));
for (const [name, { schema, facts }] of Object.entries(families)) {
  emit(join(SRC, 'games', name, 'types.ts'), await typesOf(schema, facts));
}
