/** Six seats, three teams: opposite seats are partners. */

export const SEATS = 6;
export const TEAMS = 3;

export const teamOf = (seat: number): number => seat % TEAMS;
