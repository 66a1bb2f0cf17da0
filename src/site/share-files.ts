import { LARGE_WIDTH } from '../content/shared-image.ts'
import { ImageError } from '../media/header.ts'
import { imageHeader } from '../media/image-header.ts'
import type { Service, ShareFile } from '../services/service.ts'
import type { ServiceFile } from './service-file.ts'
import type { FileImage, SiteFiles } from './site.ts'
import type { FolderProblem, YamlFile } from './yaml-file.ts'

/** Reports missing, unreadable and narrow images (HEAD-30). */
export function shareProblems({ sound, problem }: YamlFile<ServiceFile>, images: SiteFiles['images']): FolderProblem[] {
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

export function shareOf(
  { image, categories }: ServiceFile['share'],
  images: SiteFiles['images'],
): Pick<Service, 'share'> {
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
