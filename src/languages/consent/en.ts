import type { MessageTemplates } from '../messages.ts'

export const consent: MessageTemplates['consent'] = {
  title: 'Consent',
  toDialogue: 'Go to the question about consent',
  question:
    'Do you agree to services of our partners: {subjects}? They may store cookies and similar data in your browser.',
  subjects: {
    advertising: 'advertising',
    measurement: 'audience measurement',
    notifications: 'notifications',
    comments: 'comments',
    embeds: 'content embedded from other sites',
  },
  names: {
    advertising: 'Advertising',
    measurement: 'Audience measurement',
    notifications: 'Notifications',
    comments: 'Comments',
    embeds: 'Content embedded from other sites',
  },
  purposes: {
    advertising: 'Showing advertisements, also ones that match your interests, and measuring how they perform.',
    measurement: 'Counting page views and learning which articles are read.',
    notifications: 'Sending notifications of new articles to your browser.',
    comments: 'Showing and adding comments below articles.',
    embeds: 'Showing videos, posts and animations from other sites within articles.',
  },
  accept: 'I agree',
  reject: 'I do not agree',
  choose: 'Let me choose',
  settings: 'Your consent',
  save: 'Save my choice',
  close: 'Close without changes',
  memory:
    'Without your consent nothing on this list loads. Only this browser remembers your choice, for 6 months; “Change consent” at the foot of every page changes it.',
}

export const privacy: MessageTemplates['privacy'] = {
  title: 'Privacy and cookies',
  lead: 'What this site stores in your browser, which services of partners it loads, and why. The list is made from the settings of the site, so it matches what really loads.',
  controller: 'This site is run by {name}.',
  own: {
    title: 'What the site itself stores',
    lead: 'This stays in your browser and is sent nowhere. You can delete it in the settings of your browser.',
    theme: 'The light or dark theme, once you have chosen one',
    articles: 'Articles that you read last, for reading without a network',
    revisions: 'Versions of changed articles that you read, to point out the next change',
    positions: 'Where you stop recordings, to go on from the same place',
    breaking: 'Breaking news that you hide',
    textSize: 'The size of texts, once you have changed it',
    saved: 'Articles that you save, with their images',
    places: 'Places where you stop reading long articles',
    consent: 'Your decision about consent',
    untilDeleted: 'until you delete it',
  },
  parties: {
    title: 'Services of partners',
    none: 'This site loads no services of partners.',
    country: 'Based in: {country}.',
    stores: 'Stores:',
    unknown: 'What is stored, and for how long, is said in the privacy policy of this partner.',
    session: 'until you close the browser',
    days: { one: '{count} day', other: '{count} days' },
    months: { one: '{count} month', other: '{count} months' },
    policy: 'Privacy policy: {name}',
  },
  counters: {
    title: 'Counting page views without cookies',
    lead: 'We report each page view to this service: the page’s address, the site that you come from, and the language of your browser. As with every connection, it also receives your IP address and the name of your browser. Nothing is stored in your browser, so we do not ask for consent. With the Global Privacy Control signal we report nothing.',
  },
  embeds: {
    title: 'Content embedded from other sites',
    onClick: 'Videos and posts of other sites load in an article only when you click them.',
    ifGranted: 'Videos and posts of other sites load in an article only when you click them, and with your consent.',
    amp: 'In the AMP form of articles they load at once.',
    providers: 'What they store then is said in their privacy policies. They are: {providers}.',
  },
  newsletter: {
    title: 'Newsletter',
    kept: 'When you subscribe to the newsletter, we keep your email address, the name of the site and the dates of your subscription and its confirmation on our server. We use them only to send the newsletter.',
    passed:
      'When you subscribe to the newsletter, we pass your email address on to the provider that sends it: {name}.',
    unconfirmed: {
      one: 'We delete an address that is not confirmed after {count} day.',
      other: 'We delete an address that is not confirmed after {count} days.',
    },
    rights:
      'Every message has a link that unsubscribes you with one click, and a link to your settings, where you can download or erase your data. Once you unsubscribe, we delete your address.',
    suppressed:
      'If the mail server rejects your address for good, or you report a message of ours as spam, we keep an irreversible digest of it, so that nothing more is sent there.',
    clicks:
      'Links in the newsletter lead through our server, which adds up the clicks on each link. We do not store who clicked.',
    opens: 'An image in the newsletter adds up how often it is opened. We do not store who opened it.',
    ask: 'To have your address deleted, contact the publisher.',
  },
  choice: {
    title: 'Your choice',
    preset:
      'Services of partners load without a question. You can delete stored data, and block its storage, in the settings of your browser.',
    none: 'Nothing that requires consent loads, so there is no question.',
    asks: 'Services of partners load only with your consent. A refusal changes nothing in the articles. Only this browser remembers the decision, for 6 months; we record it nowhere.',
    platform: 'The platform {name}, which loads first, asks for your consent. Nothing else loads without it.',
    gpc: 'The signal Global Privacy Control of your browser is a refusal: there is no question then, and nothing loads until you change your consent.',
    noScript: 'Without JavaScript no service of a partner loads.',
  },
}
