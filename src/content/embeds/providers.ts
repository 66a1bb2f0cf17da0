import { DOCUMENT_PROVIDERS } from './documents.ts'
import { MAP_PROVIDERS } from './maps.ts'
import type { Provider } from './provider.ts'
import { SOCIAL_PROVIDERS } from './social.ts'
import { SOUND_PROVIDERS } from './sound.ts'
import { VIDEO_PROVIDERS } from './video.ts'

/**
 * Pages, AMP, the content security policy and the reading of editors' markup follow from this table
 * (docs/decisions/056).
 */
export const PROVIDERS: readonly Provider[] = [
  ...VIDEO_PROVIDERS,
  ...SOCIAL_PROVIDERS,
  ...SOUND_PROVIDERS,
  ...MAP_PROVIDERS,
  ...DOCUMENT_PROVIDERS,
]
