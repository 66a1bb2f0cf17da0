export interface RedisSettings {
  kind: 'redis'
  /**
   * `single`: one server. `cluster`: some nodes of a cluster. `sentinel`: servers that know which one is the master.
   */
  mode: 'single' | 'cluster' | 'sentinel'
  /** Credentials, database and TLS are those of the first URL, for all. */
  urls: readonly string[]
  tls: {
    /** False: every certificate is accepted. */
    isVerified: boolean
    /** Path of a PEM file with authorities in place of the system's. */
    rootFile?: string
  }
  /** With `sentinel`: the name that sentinels have for the master, and their own password. */
  sentinel: { name: string; password?: string }
}
