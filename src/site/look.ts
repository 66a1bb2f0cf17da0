import type { Language } from '../languages/language.ts'
import { BUNDLED_FAMILIES, ownFonts } from '../services/fonts.ts'
import type { Service } from '../services/service.ts'
import type { GroupFile } from './group-file.ts'
import type { ServiceFile } from './service-file.ts'
import { shareOf, shareProblems } from './share-files.ts'
import { type SiteFiles, THEME_FILE } from './site.ts'
import { parseTheme } from './theme.ts'
import type { FolderProblem, YamlFile } from './yaml-file.ts'

export interface Look {
  problems: FolderProblem[]
  of(
    file: ServiceFile,
    group: GroupFile,
    language: Language,
  ): Pick<Service, 'fonts' | 'fontFaces' | 'ownRules' | 'mark' | 'share'>
}

/** A logo is in every icon. */
const MAX_LOGO = 60_000

export function readLook(
  group: YamlFile<GroupFile>,
  services: ReadonlyArray<YamlFile<ServiceFile>>,
  { texts, fonts: present, images }: Pick<SiteFiles, 'texts' | 'fonts' | 'images'>,
): Look {
  const { theme, problems } = readTheme(texts)
  return {
    problems: [
      ...problems,
      ...fontProblems(group, services, present),
      ...services.flatMap((service) => logoProblems(service, texts)),
      ...services.flatMap((service) => shareProblems(service, images)),
    ],
    of({ fonts, logo, share }, { fonts: faces }, language) {
      const drawing = logo === undefined ? undefined : texts.get(logo)
      return {
        fonts: ownFonts(language, fonts),
        // The theme may name further fonts.
        fontFaces: faces.map((face) => ({ ...face, id: present.get(face.file) ?? '' })),
        ownRules: theme,
        mark: drawing && 'text' in drawing ? svgDataUrl(drawing.text) : undefined,
        ...shareOf(share, images),
      }
    },
  }
}

function readTheme(texts: SiteFiles['texts']): ReturnType<typeof parseTheme> {
  const content = texts.get(THEME_FILE)
  if (content === undefined) return { problems: [] }
  if ('text' in content) return parseTheme(THEME_FILE, content.text)
  return { problems: [{ file: THEME_FILE, line: 1, column: 1, message: content.problem }] }
}

function fontProblems(
  group: YamlFile<GroupFile>,
  services: ReadonlyArray<YamlFile<ServiceFile>>,
  present: SiteFiles['fonts'],
): FolderProblem[] {
  const faces = group.sound.fonts ?? []
  const lost = faces.flatMap(({ file }, index) =>
    present.has(file)
      ? []
      : [group.problem(['fonts', index, 'file'], `${file} is missing or has more than 2 MB: copy a smaller one there`)],
  )
  const families: readonly string[] = [...BUNDLED_FAMILIES, ...faces.map(({ family }) => family)]
  const unknown = services.flatMap(({ sound, problem }) =>
    (['headings', 'text'] as const).flatMap((use) => {
      const family = sound.fonts?.[use]
      if (family === undefined || families.includes(family)) return []
      return [problem(['fonts', use], `"${family}" must be one of ${families.join(', ')}`)]
    }),
  )
  return [...lost, ...unknown]
}

function logoProblems({ sound, problem }: YamlFile<ServiceFile>, texts: SiteFiles['texts']): FolderProblem[] {
  const file = sound.logo
  if (file === undefined) return []
  const content = texts.get(file) ?? { problem: 'is missing: draw it, or remove this line' }
  const message = 'problem' in content ? content.problem : logoProblem(content.text)
  return message === undefined ? [] : [problem(['logo'], `${file} ${message}`)]
}

function logoProblem(svg: string): string | undefined {
  const start = svg.search(/<svg[\s>]/)
  // Only a declaration and comments may precede the root.
  if (start === -1 || /<[a-z]/i.test(svg.slice(0, start))) return 'is no SVG: save the drawing in that format'
  if (/<script|<foreignObject|\son\w+\s*=|javascript:/i.test(svg)) return 'has a script or foreign content: remove it'
  return svg.length > MAX_LOGO ? `has ${svg.length} characters, at most ${MAX_LOGO}: simplify it` : undefined
}

function svgDataUrl(svg: string): string {
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`
}
