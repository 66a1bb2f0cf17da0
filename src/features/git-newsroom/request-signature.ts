import { createHmac } from 'node:crypto'
import { isSame, type Proof } from '../../http/middleware/bearer.ts'

/** A notice of a push with some tens of thousands of files. Bytes. */
const MOST_BODY = 5 * 1024 * 1024

/** Of GitHub, Forgejo, Gitea and Bitbucket with `sha256=`, else the digest alone. */
const SIGNATURES = [
  'x-hub-signature-256',
  'x-hub-signature',
  'x-forgejo-signature',
  'x-gitea-signature',
  'x-gogs-signature',
]
const DIGEST = /^(?:sha256=)?([0-9a-f]{64})$/i
/** Of GitLab: the secret itself. */
const SECRET = 'x-gitlab-token'

/** The body is too large to be a Git host's. */
class LargeBodyError extends Error {
  readonly status = 413
}

/**
 * The signature of a Git host. The body goes through the digest as it comes, and is never in memory as a whole: what it says is not read.
 */
export const gitHostProof: Proof = async (request, token) => {
  const secret = request.get(SECRET)
  if (secret !== undefined) return isSame(secret, token) ? 'right' : 'wrong'
  const sent = SIGNATURES.map((name) => request.get(name)).filter((value) => value !== undefined)
  if (sent.length === 0) return 'absent'
  const [digest] = sent.flatMap((value) => DIGEST.exec(value)?.[1]?.toLowerCase() ?? [])
  if (digest === undefined) return 'wrong'
  if (Number(request.get('content-length') ?? 0) > MOST_BODY) throw new LargeBodyError()
  const hmac = createHmac('sha256', token)
  let bytes = 0
  for await (const chunk of request) {
    bytes += chunk.length
    if (bytes > MOST_BODY) throw new LargeBodyError()
    hmac.update(chunk)
  }
  return isSame(digest, hmac.digest('hex')) ? 'right' : 'wrong'
}
