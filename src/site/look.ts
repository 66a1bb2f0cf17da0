import { LARGE_WIDTH } from '../content/shared-image.ts'
import type { Language } from '../languages/language.ts'
import { ImageError } from '../media/header.ts'
import { imageHeader } from '../media/image-header.ts'
import { BUNDLED_FAMILIES, ownFonts } from '../services/fonts.ts'
import type { Service, ShareFile } from '../services/service.ts'
import type { GroupFile } from './group-file.ts'
import type { ServiceFile } from './service-file.ts'
import { type FileImage, type SiteFiles, THEME_FILE } from './site.ts'
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

/** Bytes; every icon has it. */
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
        // The theme may name others.
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
  // A declaration and comments may precede it.
  if (start === -1 || /<[a-z]/i.test(svg.slice(0, start))) return 'is no SVG: save the drawing in that format'
  if (/<script|<foreignObject|\son\w+\s*=|javascript:/i.test(svg)) return 'has a script or foreign content: remove it'
  return svg.length > MAX_LOGO ? `has ${svg.length} characters, at most ${MAX_LOGO}: simplify it` : undefined
}

function svgDataUrl(svg: string): string {
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`
}

/** Reports missing, unreadable and narrow images (HEAD-30). */
function shareProblems({ sound, problem }: YamlFile<ServiceFile>, images: SiteFiles['images']): FolderProblem[] {
  const { image, categories = {} } = sound.share ?? {}
  const named = [
    ...(image === undefined ? [] : [{ path: ['share', 'image'], file: image }]),
    ...Object.entries(categories).map(([slug, file]) => ({ path: ['share', 'categories', slug], file })),
  ]
  return named.flatMap(({ path, file }) => {
    const message = imageProblem(images.get(file))
    return message === undefined ? [] : [problem(path, `${file} ${message}`)]
  })
}

function imageProblem(image: FileImage | undefined): string | undefined {
  if (image === undefined) return 'is missing: copy it there, or remove this line'
  if ('problem' in image) return image.problem
  try {
    const { width } = imageHeader(image.bytes)
    return width < LARGE_WIDTH ? `is ${width} pixels wide, at least ${LARGE_WIDTH} are needed` : undefined
  } catch (error) {
    if (!(error instanceof ImageError)) throw error
    return `cannot be used: ${error.message}`
  }
}

function shareOf({ image, categories }: ServiceFile['share'], images: SiteFiles['images']): Pick<Service, 'share'> {
  const of = (file: string): ShareFile | undefined => {
    const read = images.get(file)
    return read && 'id' in read ? { file, id: read.id } : undefined
  }
  const whole = image === undefined ? undefined : of(image)
  const own = Object.entries(categories).flatMap(([slug, file]) => {
    const read = of(file)
    return read ? [[slug, read] as const] : []
  })
  if (!whole && own.length === 0) return {}
  return { share: { image: whole, categories: Object.fromEntries(own) } }
}
