/** The settings of a table: their names, values and help texts, and which of them apply. */

import { fill, t } from '../../i18n/index.svelte';
import type { Catalogue } from '../../i18n/languages';
import { findText } from '../../i18n/serverMessages';
import type { RulesetInfo } from '../../wire/types';
import { valueAt, withValue, type Field, type Value } from './schemaFields';

type Options = Readonly<Record<string, unknown>>;

export const settingName = (field: Field): string => findText(`setting.${field.name}`) ?? field.name;

/** The text of a value: its own text if it has one, otherwise the text that is used for any number. */
export const settingValue = (field: Field, value: string | number): string =>
  findText(`setting.${field.name}.${value}`) ?? fill(findText(`setting.${field.name}.n`) ?? '{n}', { n: value });

export const settingHelp = (field: Field): string => findText(`setting.${field.name}.help`) ?? '';

/** Whether a field applies. For example, a table without a clock has no reserve. */
export const isApplicable = (field: Field, fields: readonly Field[], setup: object, ruleset?: RulesetInfo): boolean => {
  if (!field.needs) return true;
  const [needed = '', wanted] = field.needs.split('=');
  const other = fields.find((one) => one.name === needed);
  if (!other) return Boolean(ruleset && valueAt(ruleset, needed));
  const value = (valueAt(setup, other.name) ?? other.usual) as Value;
  return (
    isApplicable(other, fields, setup, ruleset) && (wanted === undefined ? Boolean(value) : String(value) === wanted)
  );
};

/** A request with the current settings of a table copied into it. */
export const settingsFrom = <T extends object>(wanted: T, fields: readonly Field[], table: object): T =>
  fields.reduce((made, { name, usual }) => withValue(made, name, valueAt(table, name) ?? usual), wanted);

/** The settings that differ from their defaults, with the texts of their values. */
export const changedSettings = (fields: readonly Field[], table: object): { field: Field; value: string }[] =>
  fields.flatMap((field) => {
    const value = valueAt(table, field.name);
    return typeof value === 'string' && value !== field.usual ? [{ field, value }] : [];
  });

// ---- the options of a ruleset, in the texts of its family

export const optionName = (words: Catalogue, name: string): string => findText(`param.${name}`, words) ?? name;

export const optionValue = (words: Catalogue, name: string, value: unknown): string =>
  typeof value === 'boolean'
    ? t(value ? 'settings.on' : 'settings.off')
    : (findText(`value.${name}.${String(value)}`, words) ?? String(value));

/** The options of a table that differ from those of the ruleset. */
export const changedOptions = (own: Options, options: Options): Options =>
  Object.fromEntries(
    Object.entries(options).filter(
      ([name, value]) => name in own && JSON.stringify(value) !== JSON.stringify(own[name]),
    ),
  );
