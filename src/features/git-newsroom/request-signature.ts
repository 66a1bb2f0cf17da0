import { createHmac } from 'node:crypto'
import { isSame, type Proof } from '../../http/middleware/bearer.ts'
import { type Clock, elapsed } from '../../system/clock.ts'
import { clientKey } from '../../system/network/addresses.ts'

/** Lists some tens of thousands of files. Bytes. */
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

class LargeBodyError extends Error {
  readonly status = 413
}

/**
 * The body goes through the digest as it comes, and is never in memory as a whole.
 * @param onUnchecked called for a body that is one too many to be checked
 */
export function gitHostProof(onUnchecked: () => void, clock?: Clock): Proof {
  const budget = createHashBudget(clock)
  return async (request, token) => {
    const secret = request.get(SECRET)
    if (secret !== undefined) return isSame(secret, token) ? 'right' : 'wrong'
    const sent = SIGNATURES.map((name) => request.get(name)).filter((value) => value !== undefined)
    if (sent.length === 0) return 'absent'
    const [digest] = sent.flatMap((value) => DIGEST.exec(value)?.[1]?.toLowerCase() ?? [])
    if (digest === undefined) return 'wrong'
    if (Number(request.get('content-length') ?? 0) > MOST_BODY) throw new LargeBodyError()
    const account = budget.of(clientKey(request.ip ?? ''))
    const hmac = createHmac('sha256', token)
    let isChecked = account.take(LEAST_COST)
    let bytes = 0
    // A client that is still sending would get no response.
    for await (const chunk of request) {
      bytes += chunk.length
      if (bytes > MOST_BODY) throw new LargeBodyError()
      isChecked &&= account.take(chunk.length)
      if (isChecked) hmac.update(chunk)
    }
    if (!isChecked) {
      onUnchecked()
      return 'unchecked'
    }
    if (!isSame(digest, hmac.digest('hex'))) return 'wrong'
    account.giveBack()
    return 'right'
  }
}

/** A request without a body costs as much. Bytes. */
const LEAST_COST = 1024
/** Forged bodies that are hashed each minute. Bytes: a processor hashes some 500 MB a second. */
const MOST_FORGED = { client: 4 * MOST_BODY, all: 12 * MOST_BODY }
const MINUTE = 60_000
/** Clients that sent a right signature; the others cannot use up what these may send. */
const MOST_KNOWN = 100

interface Account {
  /** @returns false: no more of this client is hashed in this minute */
  take(bytes: number): boolean
  giveBack(): void
}

/** Counts what is hashed before a signature is known to be right. */
function createHashBudget(clock: Clock = elapsed): { of(client: string): Account } {
  const known = new Set<string>()
  let since = clock()
  let all = 0
  let clients = new Map<string, number>()
  return {
    of(client) {
      if (clock() - since > MINUTE) [since, all, clients] = [clock(), 0, new Map()]
      const isKnown = known.has(client)
      const counted = clients
      let own = 0
      return {
        take(bytes) {
          const ofClient = (counted.get(client) ?? 0) + bytes
          if (ofClient > MOST_FORGED.client || (!isKnown && all + bytes > MOST_FORGED.all)) return false
          own += bytes
          counted.set(client, ofClient)
          if (!isKnown) all += bytes
          return true
        },
        giveBack() {
          counted.set(client, (counted.get(client) ?? 0) - own)
          if (!isKnown && counted === clients) all -= own
          known.delete(client)
          known.add(client)
          for (const oldest of [...known].slice(0, -MOST_KNOWN)) known.delete(oldest)
        },
      }
    },
  }
}
