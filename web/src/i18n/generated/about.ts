// Generated from the catalogues by scripts/gen-wire: change those, then run `make gen`.

export const about = {
  "en": {
    "name": "English",
    "tag": "en",
    "numerals": true
  },
  "zh": {
    "name": "中文",
    "tag": "zh-CN",
    "numerals": false
  }
};

/** The names of the house bots in every language, with the key of each. */
export const bots = {
  "Ming": "bot.0",
  "Fang": "bot.1",
  "Zhou": "bot.2",
  "Yu": "bot.3",
  "Liu": "bot.4",
  "Fu": "bot.5",
  "Mei": "bot.6",
  "Zhen": "bot.7",
  "Wu": "bot.8",
  "Man": "bot.9",
  "Qiang": "bot.10",
  "Xiuying": "bot.11",
  "Li": "bot.12",
  "Hu": "bot.13",
  "Lan": "bot.14",
  "Xiong": "bot.15",
  "Guihua": "bot.16",
  "Chen": "bot.17",
  "小明": "bot.0",
  "阿芳": "bot.1",
  "老周": "bot.2",
  "小雨": "bot.3",
  "大刘": "bot.4",
  "阿福": "bot.5",
  "小美": "bot.6",
  "阿珍": "bot.7",
  "老吴": "bot.8",
  "小满": "bot.9",
  "阿强": "bot.10",
  "秀英": "bot.11",
  "老李": "bot.12",
  "小虎": "bot.13",
  "阿兰": "bot.14",
  "大熊": "bot.15",
  "桂花": "bot.16",
  "老陈": "bot.17"
} as const;
