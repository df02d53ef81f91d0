// Writes a generated file. With --check it only reports a file that is out of date.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const SRC = join(dirname(fileURLToPath(import.meta.url)), '..', 'src');
const check = process.argv.includes('--check');

export function emit(path, text) {
  if (existsSync(path) && readFileSync(path, 'utf8') === text) return;
  if (check) {
    console.error(`${path} is out of date: run \`make gen\``);
    process.exitCode = 1;
    return;
  }
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
