/**
 * A row of the operators' table of settings, and its lines in `.env.example` (`npm run settings`). The server does
 * not import rows.
 */
export interface SettingRow<Name extends string> {
  /** `…_{NAME}` stands for the variables of all services. */
  names: readonly Name[]
  /** In words, of variables whose schema has no default, or one that needs more words. */
  defaults?: Partial<Record<Name, string>>
  /** For `.env.example`, of variables without a default. */
  examples?: Partial<Record<Name, string>>
  meaning: string
}

/** The rows of a part: every variable stands in one of them. */
export type SettingRows<V extends object, O extends object = object> = ReadonlyArray<
  SettingRow<(keyof V & string) | `${keyof O & string}_{NAME}`>
>
