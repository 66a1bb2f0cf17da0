import { commonCollections, type Newsroom, serviceCollections } from './collections.ts'
import { type DeskComponent, deskComponents } from './components.ts'
import type { DeskWords } from './desk-words.ts'
import { type DeskPreview, previewsOf } from './previewed-collections.ts'
import type { Desk } from './settings.ts'

const MEDIA = 'zdjecia'

export interface DeskConfig {
  editor: Readonly<Record<string, unknown>>
  components: DeskComponent[]
  previews: DeskPreview[]
  words: Pick<DeskWords, 'directives' | 'fields' | 'hints' | 'problems' | 'preview' | 'saving'>
}

/** The forms come from the schemas by which the newsroom is read. */
export function deskConfig(newsroom: Newsroom): DeskConfig {
  const { desk, services, words, language } = newsroom
  const { folder } = desk
  return {
    editor: {
      load_config_file: false,
      backend: backendOf(desk),
      publish_mode: desk.hasReview ? 'editorial_workflow' : 'simple',
      locale: language,
      site_url: services[0]?.serviceUrl,
      logo: { src: `/icons/${services[0]?.name}.svg` },
      media_folder: `${folder}/images/${MEDIA}`,
      // With a slash before it the editor would take it for a URL.
      public_folder: MEDIA,
      slug: { encoding: 'ascii', clean_accents: true, sanitize_replacement: '-' },
      editor: { preview: false },
      collections: [
        ...services.flatMap((service) => serviceCollections(service, newsroom)),
        ...commonCollections(newsroom),
      ],
    },
    components: deskComponents(words),
    previews: previewsOf(desk.folder, services),
    words: {
      preview: words.preview,
      saving: words.saving,
      directives: words.directives,
      fields: words.fields,
      hints: words.hints,
      problems: words.problems,
    },
  }
}

function backendOf({ server, host, repository, branch, hostUrl, signInUrl, clientId }: Desk): object {
  if (server !== undefined) return { name: 'proxy', proxy_url: server, branch }
  const common = { name: host, repo: repository, branch }
  switch (host) {
    case 'github':
      return {
        ...common,
        base_url: signInUrl,
        api_root: hostUrl && `${hostUrl}/api/v3`,
      }
    case 'gitlab':
      return {
        ...common,
        auth_type: 'pkce',
        app_id: clientId,
        base_url: hostUrl,
        api_root: hostUrl && `${hostUrl}/api/v4`,
      }
    case 'gitea':
    case 'forgejo':
      return { ...common, app_id: clientId, base_url: hostUrl, api_root: `${hostUrl}/api/v1` }
    case 'bitbucket':
      return { ...common, auth_type: 'implicit', app_id: clientId }
    default:
      return common
  }
}
