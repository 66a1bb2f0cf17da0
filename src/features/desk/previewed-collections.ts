import type { Service } from '../../services/service.ts'

/** A kind of text that is previewed (DESK-6). */
export interface DeskPreview {
  collection: string
  service: string
  /** The file that a new text would be. */
  file: string
  isFrontPage: boolean
}

export function previewsOf(folder: string, services: readonly Service[]): DeskPreview[] {
  const kinds = ['md', 'html'] as const
  const isFrontPage = false
  const ofService = ({ name: service }: Service): DeskPreview[] => [
    ...kinds.map((kind) => {
      const file = `${folder}/${service}/articles/${NEW_FILE}.${kind}`
      return { collection: articlesName(service, kind), service, file, isFrontPage }
    }),
    {
      collection: homeName(service),
      service,
      file: `${folder}/${service}/home-${NEW_FILE}.html`,
      isFrontPage: true,
    },
  ]
  const service = services[0]?.name ?? ''
  return [
    ...services.flatMap(ofService),
    ...kinds.map((kind) => {
      const file = `${folder}/pages/${NEW_FILE}.${kind}`
      return { collection: pagesName(kind), service, file, isFrontPage }
    }),
  ]
}

const NEW_FILE = 'new-text'

export const articlesName = (service: string, kind: 'md' | 'html'): string =>
  kind === 'md' ? `${service}-articles` : `${service}-html`
export const homeName = (service: string): string => `${service}-home`
export const pagesName = (kind: 'md' | 'html'): string => `pages-${kind}`
export const WITH_PREVIEW = { editor: { preview: true } } as const
