/** A row of the table of settings and of `.env.example` (`npm run settings`), which the server does not import. */
export interface SettingRow<Name extends string> {
  /** `…_{NAME}` stands for all services. */
  names: readonly Name[]
  /** In words, where the schema says none or too little. */
  defaults?: Partial<Record<Name, string>>
  /** For `.env.example`, without a default. */
  examples?: Partial<Record<Name, string>>
  meaning: string
}

/** Every variable is in one. */
export type SettingRows<V extends object, O extends object = object> = ReadonlyArray<
  SettingRow<(keyof V & string) | `${keyof O & string}_{NAME}`>
>
