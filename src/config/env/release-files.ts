import type { StoreSettings } from '../../system/store/open-store.ts'

/** Where files of other releases are. */
export type ReleaseFiles =
  | { kind: 'none' }
  /** A folder at a URL, to which the operator copies them. */
  | { kind: 'url'; url: string }
  /** The shared store; the secret shows that an instance wrote them. */
  | { kind: 'store'; secret: string }
  /** There is a shared store, and no secret that its other users do not have. */
  | { kind: 'unsealed' }

interface ReleaseSettings {
  url: string | undefined
  store: StoreSettings | undefined
  purgeToken: string | undefined
}

/** The secret is one that all instances have anyway: the token of purges, or the store's own password or token. */
export function releaseFilesOf({ url, store, purgeToken }: ReleaseSettings): ReleaseFiles {
  if (url !== undefined) return { kind: 'url', url }
  if (!store) return { kind: 'none' }
  const secret = purgeToken ?? (store.kind === 'rest' ? store.token : URL.parse(store.urls[0] ?? '')?.password)
  return secret ? { kind: 'store', secret } : { kind: 'unsealed' }
}
