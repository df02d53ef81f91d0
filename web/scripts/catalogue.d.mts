export function languagesIn(folder: string): string[];
export function cataloguesIn(folder: string, families?: string): Record<string, Record<string, Record<string, string>>>;
