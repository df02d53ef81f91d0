import type { zh } from './zh';

/** The names of all sentences that the client itself says. */
export type Key = keyof typeof zh;
