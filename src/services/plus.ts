import type { Service } from './service.ts'

export const plus: Service = {
  name: 'plus',
  title: 'Plus',
  serviceUrl: 'https://plus.szpalta.test',
  color: '#7a5200',
  colorOnDark: '#f0bd5e',
  homePageId: '1002',
  settingsOf: 'plus',
  articlePathForm: 'as-in-cms',
  articleLayout: 'single',
  oembedProvider: 'Szpalta Plus',
  hasAmp: false,
  theme: 'switchable',
  menu: [
    { title: 'Najnowsze', link: '/kategoria/najnowsze' },
    { title: 'Eseje', link: '/kategoria/eseje' },
    { title: 'Reportaż', link: '/kategoria/reportaz' },
    { title: 'Rozmowy', link: '/kategoria/rozmowy' },
  ],
  seo: {
    title: 'Szpalta Plus: dłuższe czytanie',
    description: 'Eseje, reportaże i rozmowy o technologii, do czytania bez pośpiechu.',
  },
}
