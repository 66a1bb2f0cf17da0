import type { Block } from '../../src/content/block.ts'
import type { DecodeContext } from '../../src/content/decode/context.ts'
import { imageRules } from '../../src/content/image-rules.ts'
import type { LinkRules } from '../../src/content/links.ts'
import { normaliseBlocks } from '../../src/content/normalise/blocks.ts'
import type { Problem } from '../../src/system/report.ts'
import { atOnce } from '../../src/system/steps.ts'
import { type CustomerService, createServices } from '../support/customer-site.ts'

/** The rules under test: the default services, a CDN of their own, one CMS. */
export const services = createServices()
export const CDN = 'https://cdn.szpalta.test'
export const CMS = 'https://cms.szpalta.test'
export const BUCKET = 'https://bucket.example'
export const CALL = 'GET /wp-json/bb/v2/post/2026/03/slug'

export function imagesOn(cdn: string = CDN, template = '{url}?w={width}&q={quality}') {
  return imageRules({ services, cdn, template, bucketUrl: BUCKET })
}

export function linkRules(service: CustomerService = 'akademia', cdn: string = CDN): LinkRules {
  return { service: services[service], services, images: imagesOn(cdn), cmsHosts: new Set([new URL(CMS).host]) }
}

/** A context that records what is reported. */
export function listening(service: CustomerService = 'akademia'): { context: DecodeContext; problems: Problem[] } {
  const problems: Problem[] = []
  return { context: { rules: linkRules(service), report: (problem) => problems.push(problem), call: CALL }, problems }
}

/** A block as the hub sends it, with absent parts in the hub's own form. */
export function wireBlock(fields: Record<string, unknown>): Record<string, unknown> {
  return { blockName: null, attrs: [], innerHTML: '', innerBlocks: [], ...fields }
}

export function paragraph(text: string): Record<string, unknown> {
  return wireBlock({ blockType: 'paragraph', blockName: 'core/paragraph', innerHTML: `\n<p>${text}</p>\n` })
}

export function normalise(blocks: unknown[], service: CustomerService = 'akademia') {
  const { context, problems } = listening(service)
  return { blocks: atOnce(normaliseBlocks(blocks, context)), problems }
}

/** The blocks that one wire block becomes. */
export function normaliseOne(fields: Record<string, unknown>, service: CustomerService = 'akademia'): Block[] {
  return normalise([wireBlock(fields)], service).blocks
}

/** A card with only its essential fields. */
export function wireCard(fields: Record<string, unknown> = {}): Record<string, unknown> {
  return { ID: 7, type: 'post', title: 'Tytuł', relative_link: '/2026/03/tytul', ...fields }
}
