import { z } from 'zod'

/**
 * The properties that Google's documentation of structured data
 * (developers.google.com/search/docs/appearance/structured-data) requires and recommends for each type used here.
 * Recommended properties are optional in the schema and listed separately: a page that can have them must.
 */

const httpUrl = z.url({ protocol: /^https?$/ })
/** ISO 8601 with a zone. */
const dateTime = z.iso.datetime({ offset: true })
const reference = z.object({ '@id': httpUrl })
const text = z.string().trim().min(1)
/** "Image metadata": the URL of an image and who made it. */
const creditedImage = z
  .object({ '@type': z.literal('ImageObject'), url: httpUrl, creditText: z.string().min(1) })
  .transform(({ url }) => url)

/** "Article": nothing is required; all of these are recommended. */
export const newsArticle = z.looseObject({
  '@type': z.literal('NewsArticle'),
  '@id': httpUrl,
  headline: text,
  // Several shapes of one image, 16x9, 4x3 and 1x1, each of 50,000 pixels or more.
  image: z.array(z.union([httpUrl, creditedImage])).min(3),
  datePublished: dateTime,
  dateModified: dateTime,
  author: z.array(z.looseObject({ '@type': z.literal('Person'), name: text, url: httpUrl })).min(1),
  publisher: z.looseObject({ '@type': z.literal('Organization'), '@id': httpUrl, name: text, logo: httpUrl }),
  mainEntityOfPage: z.looseObject({ '@type': z.literal('WebPage'), '@id': httpUrl }),
  articleSection: text,
  keywords: z.array(text).min(1),
  wordCount: z.number().int().positive(),
  isAccessibleForFree: z.literal(true),
  inLanguage: z.literal('pl'),
})

/** What an article has, and, by schema.org, when the coverage began and what is new; `coverageEndTime` once it ended. */
export const liveBlogPosting = newsArticle.extend({
  '@type': z.literal('LiveBlogPosting'),
  coverageStartTime: dateTime,
  coverageEndTime: dateTime.optional(),
  liveBlogUpdate: z
    .array(
      z.looseObject({
        '@type': z.literal('BlogPosting'),
        '@id': httpUrl,
        headline: text,
        articleBody: text,
        datePublished: dateTime,
      }),
    )
    .min(1),
})

/** "Breadcrumb": a list of at least two; each with name, position from 1 on and, except for the last one, a URL. */
export const breadcrumbList = z.looseObject({
  '@type': z.literal('BreadcrumbList'),
  itemListElement: z
    .array(
      z.looseObject({
        '@type': z.literal('ListItem'),
        position: z.number().int(),
        name: text,
        item: httpUrl.optional(),
      }),
    )
    .min(2)
    .refine((items) => items.every(({ position }, index) => position === index + 1), 'positions count from 1')
    .refine((items) => items.slice(0, -1).every(({ item }) => item !== undefined), 'only the last has no address'),
})

/** "Organization": nothing is required; name, url, logo (at least 112x112) and sameAs are recommended. */
export const organization = z.looseObject({
  '@type': z.literal('Organization'),
  '@id': httpUrl,
  name: text,
  url: httpUrl,
  logo: z.looseObject({
    '@type': z.literal('ImageObject'),
    url: httpUrl,
    width: z.coerce.number().min(112),
    height: z.coerce.number().min(112),
  }),
  sameAs: z.array(httpUrl).min(1),
  legalName: text.optional(),
  description: text.optional(),
  email: z.email().optional(),
  telephone: text.optional(),
  address: z.looseObject({ '@type': z.literal('PostalAddress') }).optional(),
  contactPoint: z
    .looseObject({ '@type': z.literal('ContactPoint'), contactType: text, email: z.email().optional() })
    .optional(),
})

/** "Site name": name and url are required; "Sitelinks search box": target with its place, and query-input. */
export const webSite = z.looseObject({
  '@type': z.literal('WebSite'),
  '@id': httpUrl,
  name: text,
  url: httpUrl,
  publisher: reference,
  potentialAction: z.looseObject({
    '@type': z.literal('SearchAction'),
    target: z.looseObject({
      '@type': z.literal('EntryPoint'),
      urlTemplate: z.string().includes('{search_term_string}'),
    }),
    'query-input': z.literal('required name=search_term_string'),
  }),
})

/**
 * "Profile page": mainEntity with a name is required; dateCreated is recommended, and the person's image, description,
 * sameAs and number of articles.
 */
export const profilePage = z.looseObject({
  '@type': z.literal('ProfilePage'),
  url: httpUrl,
  image: httpUrl,
  dateCreated: dateTime.optional(),
  dateModified: dateTime.optional(),
  mainEntity: z.looseObject({
    '@type': z.literal('Person'),
    '@id': httpUrl,
    name: text,
    url: httpUrl,
    image: httpUrl.optional(),
    description: text.optional(),
    sameAs: z.array(httpUrl).min(1).optional(),
    agentInteractionStatistic: z
      .looseObject({
        '@type': z.literal('InteractionCounter'),
        interactionType: z.object({ '@type': z.literal('WriteAction') }),
        userInteractionCount: z.number().int(),
      })
      .optional(),
  }),
  hasPart: z
    .array(z.looseObject({ '@type': z.literal('Article'), headline: text, url: httpUrl, author: reference }))
    .min(1)
    .optional(),
})

/** "Carousel", summary page: each item with position and a URL of its own; an empty list is none. */
export const collectionPage = z.looseObject({
  '@type': z.literal('CollectionPage'),
  url: httpUrl,
  name: text,
  isPartOf: reference,
  mainEntity: z
    .looseObject({
      '@type': z.literal('ItemList'),
      numberOfItems: z.number(),
      itemListElement: z
        .array(
          z.looseObject({
            '@type': z.literal('ListItem'),
            position: z.number().int().positive(),
            url: httpUrl,
            name: text,
          }),
        )
        .min(1)
        .refine((items) => new Set(items.map(({ url }) => url)).size === items.length, 'each address once'),
    })
    .optional(),
})

/** "Video": name, thumbnailUrl and uploadDate are required; description and a place of the video are recommended. */
/** ISO 8601. */
const duration = z.string().regex(/^P(?=.)(?:\d+D)?(?:T(?=.)(?:\d+H)?(?:\d+M)?(?:\d+S)?)?$/)

/** Google documents none: schema.org's own, with the file that plays. */
export const audioObject = z.looseObject({
  '@type': z.literal('AudioObject'),
  name: text,
  contentUrl: httpUrl,
  uploadDate: dateTime,
  thumbnailUrl: httpUrl.optional(),
  duration: duration.optional(),
})

export const videoObject = z
  .looseObject({
    '@type': z.literal('VideoObject'),
    name: text,
    description: text,
    thumbnailUrl: httpUrl,
    uploadDate: dateTime,
    embedUrl: httpUrl.optional(),
    contentUrl: httpUrl.optional(),
    duration: duration.optional(),
  })
  .refine(({ embedUrl, contentUrl }) => (embedUrl ?? contentUrl) !== undefined, 'it is somewhere')

/** schema.org's pages: nothing is required. */
const pageFields = {
  '@id': httpUrl,
  url: httpUrl,
  name: text,
  isPartOf: reference,
  breadcrumb: reference,
  primaryImageOfPage: z.looseObject({ '@type': z.literal('ImageObject'), url: httpUrl }),
  datePublished: dateTime.optional(),
  dateModified: dateTime.optional(),
}
export const webPage = z.looseObject({ '@type': z.literal('WebPage'), ...pageFields })
export const aboutPage = z.looseObject({ '@type': z.literal('AboutPage'), ...pageFields, about: reference })
export const contactPage = z.looseObject({ '@type': z.literal('ContactPage'), ...pageFields, about: reference })

/** "FAQ": each question has a name, and a text in reply. */
export const faqPage = z.looseObject({
  '@type': z.literal('FAQPage'),
  mainEntity: z
    .array(
      z.looseObject({
        '@type': z.literal('Question'),
        name: text,
        acceptedAnswer: z.looseObject({ '@type': z.literal('Answer'), text }),
      }),
    )
    .min(1),
})

/** "How-to": name and steps with a text. */
export const howTo = z.looseObject({
  '@type': z.literal('HowTo'),
  name: text,
  totalTime: z.string().startsWith('P').optional(),
  step: z.array(z.looseObject({ '@type': z.literal('HowToStep'), text, name: text.optional() })).min(1),
})

const node = z.discriminatedUnion('@type', [
  newsArticle,
  liveBlogPosting,
  breadcrumbList,
  organization,
  webSite,
  profilePage,
  collectionPage,
  videoObject,
  audioObject,
  webPage,
  aboutPage,
  contactPage,
  faqPage,
  howTo,
])

/** Every node of a page's graph, each of a known type. */
export const graph = z.strictObject({ '@context': z.literal('https://schema.org'), '@graph': z.array(node).min(2) })
export type Graph = z.output<typeof graph>

/** What is required of a graph whatever its CMS says: a site of somebody else has no tags, and no profiles. */
const leastNode = z.discriminatedUnion('@type', [
  newsArticle
    .partial({ articleSection: true, keywords: true, datePublished: true, dateModified: true })
    .extend({ author: z.array(z.looseObject({ name: text })), inLanguage: text, isAccessibleForFree: z.boolean() })
    .extend({ wordCount: z.number().int() }),
  breadcrumbList,
  organization.extend({ sameAs: z.array(httpUrl) }),
  webSite,
  profilePage,
  collectionPage,
  videoObject,
  audioObject,
  webPage,
  aboutPage,
  contactPage,
  faqPage,
  howTo,
])
export const leastGraph = z.strictObject({
  '@context': z.literal('https://schema.org'),
  '@graph': z.array(leastNode).min(2),
})
