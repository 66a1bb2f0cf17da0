import * as z from 'zod'
import { EMBED_CONSENTS } from '../content/embeds/providers/provider.ts'
import { host, text } from './fields.ts'

export const EMBED_RATIOS = { '16:9': '16 / 9', '9:16': '9 / 16', '4:3': '4 / 3', '1:1': '1 / 1' } as const
const RATIOS = ['16:9', '9:16', '4:3', '1:1'] as const

const PLACEHOLDERS = /\{([a-z]{1,20})\}/g
const placeholdersIn = (pattern: string): Set<string> =>
  new Set([...pattern.matchAll(PLACEHOLDERS)].map(([, name = '']) => name))

/** A URL varies in its placeholder alone (EMB-8). */
export const ownEmbed = z
  .strictObject({
    name: text.describe('For readers: on the button and in the link.'),
    hosts: z
      .array(host('must be a host, such as video.gazeta.example'))
      .min(1)
      .max(10)
      .describe('Where its pages are, with and without www.'),
    paths: z
      .array(
        z
          .string()
          .regex(
            /^\/(?:[\w.~/?=&@-]|\{[a-z]{1,20}\})*$/,
            'must be a path with placeholders, such as /watch/{id} or /player?v={id}',
          )
          .refine((path) => placeholdersIn(path).size > 0, 'must have a placeholder, such as {id}'),
      )
      .min(1)
      .max(10)
      .describe('Paths of its pages. A placeholder such as {id} is letters, digits, "-" and "_".'),
    frame: z
      .string()
      .regex(
        /^https:\/\/(?:[a-z0-9-]+\.)+[a-z0-9-]+\/(?:[\w.~/?=&@:-]|\{[a-z]{1,20}\})*$/,
        'must be a URL with placeholders, such as https://video.gazeta.example/embed/{id}',
      )
      .describe('What a click loads: the URL of a frame, with the placeholders of its paths.'),
    ratio: z.enum(RATIOS).optional().describe('Width to height; by default 16:9.'),
    height: z
      .int()
      .min(50)
      .max(2000)
      .optional()
      .describe('Of frames as wide as the text, in pixels; instead of a ratio.'),
    consent: z
      .enum(EMBED_CONSENTS)
      .default('embeds')
      .describe('embeds: waits for the consent that embedded content needs. none: the publisher’s own.'),
  })
  .superRefine(({ paths, frame, ratio, height }, context) => {
    const needed = placeholdersIn(frame)
    for (const [index, path] of paths.entries()) {
      const present = placeholdersIn(path)
      const absent = [...needed].filter((name) => !present.has(name))
      if (absent.length === 0) continue
      context.addIssue({
        code: 'custom',
        path: ['paths', index],
        message: `lacks {${absent.join('}, {')}}, which the frame needs`,
      })
    }
    if (ratio !== undefined && height !== undefined) {
      context.addIssue({ code: 'custom', path: ['height'], message: 'and ratio are two shapes: keep one' })
    }
  })
