import { FORMS_API } from '../../content/contact-form.ts'
import type { Route } from '../../edge/page-cache/route.ts'

export const contactFormsRoutes = {
  form: {
    path: FORMS_API,
    methods: ['POST'],
    summary: 'A contact form of a WordPress',
    queue: 'interface',
    isDirect: true,
    caching: {},
    bound: '5 a minute and client',
  },
} as const satisfies Record<string, Route>
