// Makes the TypeScript types of the wire and of each family from the server's JSON schema, read from standard input.
// Prints nothing; writes src/wire/types.ts and src/games/<family>/types.ts. With --check it only compares.
import { mkdirSync, readFileSync, writeFileSync, existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compile } from 'json-schema-to-typescript';
import prettier from 'prettier';

const src = join(dirname(fileURLToPath(import.meta.url)), '..', 'src');
const banner = '// Generated from the Python types by scripts/gen-wire: change those, then run `make gen`.';

/** A struct's own tag is always there, and no struct carries unknown fields: say so, and drop the titles that would rename types. */
function tidy(node) {
  if (Array.isArray(node)) return node.map(tidy);
  if (node === null || typeof node !== 'object') return node;
  const { title, discriminator, description, default: _, ...rest } = node;
  const tidied = Object.fromEntries(
    Object.entries(rest).map(([key, value]) => [key, key === 'properties' ? fields(value) : tidy(value)]),
  );
  if (node.type === 'object')
    tidied.additionalProperties = node.properties ? false : (tidied.additionalProperties ?? true);
  if (node.prefixItems)
    return {
      type: 'array',
      items: node.prefixItems.map(tidy),
      minItems: node.prefixItems.length,
      maxItems: node.prefixItems.length,
    };
  return tidied;
}

const fields = (properties) =>
  Object.fromEntries(Object.entries(properties).map(([name, value]) => [name, tidy(value)]));

async function typesOf(schema) {
  const names = Object.keys(schema.$defs);
  const root = {
    type: 'object',
    additionalProperties: false,
    required: names,
    properties: Object.fromEntries(names.map((name) => [name, { $ref: `#/$defs/${name}` }])),
    $defs: Object.fromEntries(names.map((name) => [name, tidy(schema.$defs[name])])),
  };
  const text = await compile(root, 'Everything', { bannerComment: banner, additionalProperties: false, format: false });
  return prettier.format(text, { parser: 'typescript', printWidth: 120, singleQuote: true });
}

async function emit(path, schema, check) {
  const text = await typesOf(schema);
  if (existsSync(path) && readFileSync(path, 'utf8') === text) return 0;
  if (check) {
    console.error(`${path} is out of date: run \`make gen\``);
    return 1;
  }
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  return 0;
}

const { wire, families } = JSON.parse(readFileSync(0, 'utf8'));
const check = process.argv.includes('--check');
let stale = await emit(join(src, 'wire', 'types.ts'), wire, check);
for (const [name, schema] of Object.entries(families)) {
  stale += await emit(join(src, 'games', name, 'types.ts'), schema, check);
}
process.exitCode = stale ? 1 : 0;
