/** Where the database is, from its URL. */
export interface DatabaseSettings {
  /** A name, an IP address, or the folder of a socket. */
  host: string
  port: number
  /** Absent: libpq's defaults. */
  user?: string
  password?: string
  database?: string
  tls: TlsSettings
}

export interface TlsSettings {
  use: 'off' | 'try' | 'always'
  checks: 'nothing' | 'chain' | 'name'
  /** Paths of PEM files: authorities in place of the system's; the client's own certificate and key. */
  rootFile?: string
  certificateFile?: string
  keyFile?: string
}
