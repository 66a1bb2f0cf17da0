import * as z from 'zod'
import type { CacheSizes } from '../../system/memory.ts'
import { defineSettings } from '../../system/settings/define-settings.ts'
import { httpUrl, numeric } from '../../system/settings/forms.ts'
import type { SettingRows } from '../../system/settings/setting-row.ts'

const MEGABYTE = 1024 * 1024
const OWN_CROP_TEMPLATE = '{url}?w={width}&h={height}'

/** Names of the internet, or `*.` before one for all subdomains; no IP addresses, no ports. */
const mediaHosts = z
  .string()
  .toLowerCase()
  .transform((value) => value.split(',').map((item) => item.trim()))
  .pipe(
    z.array(
      z.string().regex(/^(?:\*\.)?(?:[a-z0-9-]{1,63}\.){1,10}[a-z][a-z0-9-]{1,62}$/, 'is not a list of host names'),
    ),
  )

const BRACKETS = /\[([^[\]]*)\]/g

function withCropPart(template: string, part: (text: string) => string): string {
  return template.replace(BRACKETS, (whole, text: string) => (text.includes('{height}') ? part(text) : whole))
}

const variables = {
  CDN_URL: httpUrl.optional(),
  CDN_TEMPLATE: z
    .string()
    .refine((value) => value.includes('{url}') && value.includes('{width}'), 'must contain {url} and {width}')
    .refine((value) => !withCropPart(value, () => '').includes('{height}'), 'must have {height} in [brackets]')
    .default('{url}?w={width}&q={quality}'),
  MEDIA_HOSTS: mediaHosts.default([]),
  MEDIA_CACHE_DIR: z.string().default('data/media'),
  MEDIA_CACHE_MB: numeric(1, 1_048_576).default(1024),
  MEDIA_MEMORY_MB: numeric(32, 16_384).optional(),
}

export interface MediaSettings {
  /** An absolute URL, or the path of this server's own images. */
  cdn: string
  cdnTemplate: string
  /** Absent: the CDN does not crop images. */
  cdnCropTemplate?: string
  /** Absent: a CDN on another host has no images for mails. */
  cdnMailTemplate?: string
  /** In addition to those of WordPress (IMG-16). */
  mediaHosts: readonly string[]
  /** Absent: media are cached in memory only. */
  mediaCache?: {
    /** Relative to the project's folder. */
    folder: string
    bytes: number
  }
  /** One image takes so much while it is resized. Bytes. */
  imageMemory: number
}

export const mediaSettings = defineSettings({
  variables,
  settings(
    {
      CDN_URL,
      CDN_TEMPLATE: template,
      MEDIA_HOSTS: mediaHosts,
      MEDIA_CACHE_DIR: folder,
      MEDIA_CACHE_MB,
      MEDIA_MEMORY_MB,
    },
    { sizes }: { sizes: CacheSizes },
  ): MediaSettings {
    return {
      cdn: CDN_URL ?? '/media',
      ...templatesOf(template, CDN_URL === undefined),
      mediaHosts,
      mediaCache: folder === 'off' ? undefined : { folder, bytes: MEDIA_CACHE_MB * MEGABYTE },
      imageMemory: MEDIA_MEMORY_MB === undefined ? sizes.images : MEDIA_MEMORY_MB * MEGABYTE,
    }
  },
})

/**
 * Mails show no WebP.
 * @param isOwn only this server knows its crops
 */
function templatesOf(
  template: string,
  isOwn: boolean,
): Pick<MediaSettings, 'cdnTemplate' | 'cdnCropTemplate' | 'cdnMailTemplate'> {
  const inFormat = (text: string, format: 'webp' | 'jpeg'): string => text.replaceAll('{format}', format)
  const plain = withCropPart(template, () => '')
  const cropped = withCropPart(template, (part) => part)
  const crops = cropped !== plain
  return {
    cdnTemplate: inFormat(plain, 'webp'),
    cdnCropTemplate: crops ? inFormat(cropped, 'webp') : isOwn ? OWN_CROP_TEMPLATE : undefined,
    cdnMailTemplate: crops && template.includes('{format}') ? inFormat(cropped, 'jpeg') : undefined,
  }
}

export const mediaRows: SettingRows<typeof variables> = [
  {
    names: ['CDN_URL'],
    defaults: { CDN_URL: "this server's `/media`" },
    meaning: 'image host of the hub and the newsroom',
  },
  {
    names: ['CDN_TEMPLATE'],
    meaning:
      'URL of an image on it, such as `{url}?w={width}[&h={height}&fit=crop]&q={quality}&fm={format}`: what is in brackets stands where an image is cropped, for search engines and mails; `{format}` is `webp`, in mails `jpeg`. Without `{height}` the CDN crops nothing, and without one of both mails have no images',
  },
  {
    names: ['MEDIA_HOSTS'],
    examples: { MEDIA_HOSTS: 'media.example.com, *.s3.amazonaws.com' },
    meaning:
      'in front of WordPress: further hosts whose images come through the portal, comma-separated, `*.example.com` for all below a name',
  },
  {
    names: ['MEDIA_CACHE_DIR', 'MEDIA_CACHE_MB'],
    meaning: 'folder and bound for those images; `off`: memory only',
  },
  {
    names: ['MEDIA_MEMORY_MB'],
    defaults: { MEDIA_MEMORY_MB: 'a quarter of the memory for each process, 64 to 512' },
    examples: { MEDIA_MEMORY_MB: '128' },
    meaning: 'what one image may take while it is resized; a larger one gives way to a placeholder',
  },
]
