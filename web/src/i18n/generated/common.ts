// Generated from src/paiju/locale by scripts/gen-wire: change that, then run `make gen`.

export const words: Record<'zh' | 'en', Record<string, string>> = {
  "zh": {},
  "en": {}
};
