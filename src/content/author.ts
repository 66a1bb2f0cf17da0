import type { LocalTime } from './dates.ts'
import type { ImageSource } from './images.ts'

export const SOCIAL_NETWORKS = ['twitter', 'youtube', 'facebook', 'linkedin', 'instagram'] as const
export type SocialNetwork = (typeof SOCIAL_NETWORKS)[number]

/** An author with biography (PAGE-14). */
export interface AuthorProfile {
  name: string
  href?: string
  avatar?: ImageSource
  description?: string
  email?: string
  social: Array<{ network: SocialNetwork; href: string }>
  activeSince?: LocalTime
  textCount?: number
}
