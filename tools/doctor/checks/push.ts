import { createECDH } from 'node:crypto'
import type { OwnPushSettings } from '../../../src/features/push/settings.ts'
import { servicesWithUrl } from '../../../src/services/registry.ts'
import type { Services } from '../../../src/services/service.ts'
import { bad, type Check, type Finding, good, weak } from '../run-checks.ts'

/** Of push of the portal's own; without keys nothing is said. */
export function pushChecks({ ownPush, services }: OwnPushSettings & { services: Services }): Check[] {
  if (!ownPush) return []
  return [{ title: 'Looking at push notifications', run: async () => finding(ownPush.vapid, services) }]
}

function finding({ publicKey, privateKey }: { publicKey: string; privateKey: string }, services: Services): Finding {
  if (publicOf(privateKey) !== publicKey) {
    return bad(
      'VAPID_PUBLIC_KEY does not belong to VAPID_PRIVATE_KEY: push services refuse every message.',
      'Take both from one run of npx web-push generate-vapid-keys.',
    )
  }
  const plain = servicesWithUrl(services).filter(({ serviceUrl }) => serviceUrl.startsWith('http:'))
  if (plain.length === 0) return good('Push notifications have a pair of keys.')
  return weak(
    `Browsers have no push on ${plain.map(({ name }) => name).join(', ')}, which has no https.`,
    'Write https URLs into SERVICE_URL_{NAME}.',
  )
}

/** @returns undefined for a number that is no key */
function publicOf(privateKey: string): string | undefined {
  const pair = createECDH('prime256v1')
  try {
    pair.setPrivateKey(privateKey, 'base64url')
    return pair.getPublicKey('base64url')
  } catch {
    return undefined
  }
}
