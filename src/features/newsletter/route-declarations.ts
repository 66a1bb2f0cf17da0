import {
  CONFIRMATION_PATH,
  ERASURE_STEP,
  EXPORT_STEP,
  PREFERENCES_PATH,
  UNSUBSCRIBE_PATH,
  WEBHOOK_PATH,
} from '../../content/newsletter-paths.ts'
import { ISSUE_PREVIEW_PATH } from '../../content/public-paths.ts'
import type { Route } from '../../edge/page-cache/route.ts'

const page = {
  methods: ['GET', 'POST'],
  queue: 'interface',
  hasNotice: true,
  isDirect: true,
  caching: {},
  bound: '60 a minute and client',
} as const
const report = {
  methods: ['POST'],
  summary: 'Bounces and complaints from a mail service',
  queue: 'none',
  isDirect: true,
  caching: {},
  bound: 'the token',
} as const

export const newsletterRoutes = {
  post: {
    path: '/api/sare',
    methods: ['POST'],
    summary: 'A subscription to the newsletter',
    queue: 'interface',
    isDirect: true,
    caching: {},
    example: '/api/sare/',
    bound: '5 a minute and client',
  },
  confirmation: {
    path: `${CONFIRMATION_PATH}/:token`,
    summary: 'Confirms a subscription',
    ...page,
    example: `${CONFIRMATION_PATH}/{n}`,
  },
  unsubscription: { path: `${UNSUBSCRIBE_PATH}/:token`, summary: 'Ends a subscription', ...page },
  preferences: { path: `${PREFERENCES_PATH}/:token`, summary: 'What a subscriber gets', ...page },
  export: {
    path: `${PREFERENCES_PATH}/:token/${EXPORT_STEP}`,
    summary: 'What the portal keeps of a subscriber',
    ...page,
    methods: ['GET'],
  },
  erasure: {
    path: `${PREFERENCES_PATH}/:token/${ERASURE_STEP}`,
    summary: 'Erases a subscriber',
    ...page,
  },
  issueLink: {
    path: '/newsletter/:issue/:link',
    like: /^\/newsletter\/[a-z0-9_-]+-\d{4}-\d{2}-\d{2}-[a-z0-9]{4}\/\d{1,2}[ab]?$/,
    summary: 'Counts a click of an issue',
    queue: 'interface',
    isDirect: true,
    caching: {},
    bound: '1200 a minute and client',
  },
  readersOthers: {
    path: '/newsletter/:folder/*rest',
    like: /^\/newsletter\/(?:potwierdz|wypisz|ustawienia)(?:\/|$)/,
    summary: 'Other paths below those of readers',
    ...page,
    isUnhandled: true,
  },
  others: {
    path: '/newsletter/*rest',
    summary: 'Other paths below those of the newsletter',
    queue: 'interface',
    hasNotice: true,
    caching: {},
    isUnhandled: true,
  },
  report: { path: `${WEBHOOK_PATH}/:reporter`, ...report },
  reportWithToken: { path: `${WEBHOOK_PATH}/:reporter/:token`, ...report },
  issuePreview: {
    path: `${ISSUE_PREVIEW_PATH}/:id`,
    summary: 'Preview of an issue, with a signed link',
    queue: 'page',
    hasNotice: true,
    isDirect: true,
    caching: {},
  },
} as const satisfies Record<string, Route>
