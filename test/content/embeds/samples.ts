/**
 * Embeds as editors, plugins and WordPress leave them in posts: written for this project after the providers' public
 * documentation, with invented ids of the right shape.
 */

/** One sample: an id of the content that its link or frame must have, and a block as the CMS sends it. */
export interface EmbedSample {
  name: string
  /** Part of the URL that leads to the content. */
  holds: string
  block: Record<string, unknown>
  /** Shown by the provider, after a click; absent: a link is right. */
  isShown?: true
}

const YT = 'Kl0sZb0z_-1'
const PLAYLIST = 'PLklos0Zboze1Zniwa2Pole3Siew4Len5x'
const CHANNEL = 'UCklosZbozeZniwaPole0123'
const HEX = '0123456789abcdef0123456789abcdef'
const TWEET = '1791234567890123456'
const SPOTIFY = '4rOoJ6Egrf8K2IrywzwOMk'
const TIKTOK = '7234567890123456789'
const PIN = '123456789012345678'
const PB = '!1m18!1m12!1m3!1d2443.5!2d21.01!3d52.23!2m3!1f0!2f0!3f0!3m2!1i1024!2i768!4f13.1!5e0!3m2!1spl!2spl'

const wire = (blockName: string | null, innerHTML: string, attrs: object = {}, innerBlocks: unknown[] = []) => ({
  blockName,
  attrs,
  innerHTML,
  innerBlocks,
})
/** WordPress' own block. */
const block = (url: string, provider = 'inny', caption = '') =>
  wire(
    'core/embed',
    `<figure class="wp-block-embed"><div class="wp-block-embed__wrapper">\n${url.replaceAll('&', '&amp;')}\n</div>${caption && `<figcaption>${caption}</figcaption>`}</figure>`,
    { url, providerNameSlug: provider },
  )
/** A post older than blocks. */
const classic = (html: string) => wire(null, html)
const html = (markup: string) => wire('core/html', markup)
const frame = (src: string) => html(`<iframe src="${src.replaceAll('&', '&amp;')}" width="560" height="315"></iframe>`)

type Row = [name: string, holds: string, block: Record<string, unknown>]

/** Content that a provider frames, by URL: as a block, a bare line, and the provider's own frame. */
const FRAMED_URLS: ReadonlyArray<[name: string, holds: string, url: string]> = [
  ['YouTube video', YT, `https://www.youtube.com/watch?v=${YT}`],
  ['YouTube short URL', YT, `https://youtu.be/${YT}?si=aBcDeF`],
  ['YouTube short URL with a time', YT, `https://youtu.be/${YT}?t=1m30s`],
  ['YouTube with a start', YT, `https://www.youtube.com/watch?v=${YT}&t=1m35s`],
  ['YouTube frame with start and end', YT, `https://www.youtube.com/embed/${YT}?start=5&end=50`],
  ['YouTube short', YT, `https://www.youtube.com/shorts/${YT}`],
  ['YouTube live', YT, `https://www.youtube.com/live/${YT}?feature=share`],
  ['YouTube /e/', YT, `https://www.youtube.com/e/${YT}`],
  ['YouTube /vi/', YT, `https://www.youtube.com/vi/${YT}`],
  ['YouTube /v/', YT, `http://www.youtube.com/v/${YT}`],
  ['YouTube without cookies', YT, `https://www.youtube-nocookie.com/embed/${YT}`],
  ['YouTube of a phone', YT, `https://m.youtube.com/watch?v=${YT}`],
  ['YouTube Music', YT, `https://music.youtube.com/watch?v=${YT}`],
  ['YouTube video in a playlist', PLAYLIST, `https://www.youtube.com/watch?v=${YT}&list=${PLAYLIST}`],
  ['YouTube playlist', PLAYLIST, `https://www.youtube.com/playlist?list=${PLAYLIST}`],
  ['YouTube frame of a playlist', PLAYLIST, `https://www.youtube.com/embed/videoseries?list=${PLAYLIST}`],
  ['YouTube channel', CHANNEL.slice(2), `https://www.youtube.com/channel/${CHANNEL}`],
  ['YouTube live of a channel', CHANNEL, `https://www.youtube.com/embed/live_stream?channel=${CHANNEL}`],
  ['YouTube clip in a frame', YT, `https://www.youtube.com/embed/${YT}?clip=UgkxKlosZboze123456&clipt=EKjyAhiW8wI`],
  ['Vimeo video', '76543210', 'https://vimeo.com/76543210'],
  ['Vimeo unlisted', 'ab12cd34ef', 'https://vimeo.com/76543210/ab12cd34ef'],
  ['Vimeo player with h', 'ab12cd34ef', 'https://player.vimeo.com/video/76543210?h=ab12cd34ef&badge=0'],
  ['Vimeo in a channel', '76543210', 'https://vimeo.com/channels/staffpicks/76543210'],
  ['Vimeo in a group', '76543210', 'https://vimeo.com/groups/rolnictwo/videos/76543210'],
  ['Vimeo in a showcase', '76543210', 'https://vimeo.com/showcase/5432109/video/76543210'],
  ['Vimeo event', '2345678', 'https://vimeo.com/event/2345678'],
  ['Dailymotion video', 'x8klosz', 'https://www.dailymotion.com/video/x8klosz_tytul'],
  ['Dailymotion short URL', 'x8klosz', 'https://dai.ly/x8klosz'],
  ['Dailymotion frame', 'x8klosz', 'https://www.dailymotion.com/embed/video/x8klosz?autoplay=0'],
  ['Dailymotion new player', 'x8klosz', 'https://geo.dailymotion.com/player/x1abc.html?video=x8klosz'],
  ['Dailymotion playlist', 'x7klos', 'https://www.dailymotion.com/playlist/x7klos'],
  ['TikTok video', TIKTOK, `https://www.tiktok.com/@szpalta/video/${TIKTOK}?lang=pl`],
  ['TikTok player', TIKTOK, `https://www.tiktok.com/player/v1/${TIKTOK}`],
  ['TikTok frame', TIKTOK, `https://www.tiktok.com/embed/v2/${TIKTOK}`],
  ['TikTok of a phone', TIKTOK, `https://m.tiktok.com/v/${TIKTOK}.html`],
  ['Instagram post', 'CklosZboze1', 'https://www.instagram.com/p/CklosZboze1/?igsh=x'],
  ['Instagram reel', 'CklosZboze2', 'https://www.instagram.com/reel/CklosZboze2/'],
  ['Instagram reels', 'CklosZboze2', 'https://www.instagram.com/reels/CklosZboze2/'],
  ['Instagram tv', 'CklosZboze3', 'https://www.instagram.com/tv/CklosZboze3/'],
  ['Instagram of a user', 'CklosZboze4', 'https://www.instagram.com/szpalta/p/CklosZboze4/'],
  ['X post', TWEET, `https://x.com/szpalta/status/${TWEET}`],
  ['Twitter post', TWEET, `https://twitter.com/szpalta/status/${TWEET}?s=20`],
  ['Twitter of a phone', TWEET, `https://mobile.twitter.com/szpalta/status/${TWEET}`],
  ['X without a user', TWEET, `https://x.com/i/web/status/${TWEET}`],
  ['X frame', TWEET, `https://platform.twitter.com/embed/Tweet.html?dnt=true&id=${TWEET}`],
  ['Facebook post', '10160123456789012', 'https://www.facebook.com/szpalta/posts/10160123456789012'],
  ['Facebook post of new form', 'pfbid0klosZboze', 'https://www.facebook.com/szpalta/posts/pfbid0klosZboze'],
  ['Facebook video', '10160123456789013', 'https://www.facebook.com/szpalta/videos/10160123456789013/'],
  ['Facebook watch', '10160123456789014', 'https://www.facebook.com/watch/?v=10160123456789014'],
  ['Facebook reel', '10160123456789015', 'https://www.facebook.com/reel/10160123456789015'],
  ['Facebook photo', '10160123456789016', 'https://www.facebook.com/photo.php?fbid=10160123456789016&set=a.1'],
  ['Facebook permalink', '101601234', 'https://www.facebook.com/permalink.php?story_fbid=101601234&id=1000'],
  ['Facebook group', '1016099', 'https://www.facebook.com/groups/zniwa/posts/1016099/'],
  [
    'Facebook plugin of a post',
    '1016088',
    'https://www.facebook.com/plugins/post.php?href=https%3A%2F%2Fwww.facebook.com%2Fszpalta%2Fposts%2F1016088&width=500',
  ],
  [
    'Facebook plugin of a video',
    '1016087',
    'https://www.facebook.com/plugins/video.php?height=314&href=https%3A%2F%2Fwww.facebook.com%2Fszpalta%2Fvideos%2F1016087%2F&show_text=false',
  ],
  [
    'Facebook plugin of a page',
    'szpalta',
    'https://www.facebook.com/plugins/page.php?href=https%3A%2F%2Fwww.facebook.com%2Fszpalta&tabs=timeline',
  ],
  ['Reddit thread', '1klosz', 'https://www.reddit.com/r/rolnictwo/comments/1klosz/pytanie_o_zniwa/'],
  ['Reddit comment', 'kom4rz', 'https://www.reddit.com/r/rolnictwo/comments/1klosz/pytanie/kom4rz/'],
  ['Reddit old', '1klosz', 'https://old.reddit.com/r/rolnictwo/comments/1klosz/pytanie/'],
  ['Reddit of a user', '1klosz', 'https://www.reddit.com/user/szpalta/comments/1klosz/wpis/'],
  [
    'Reddit frame',
    '1klosz',
    'https://www.redditmedia.com/r/rolnictwo/comments/1klosz/pytanie/?ref_source=embed&embed=true',
  ],
  [
    'LinkedIn frame',
    '7001234567890123456',
    'https://www.linkedin.com/embed/feed/update/urn:li:share:7001234567890123456',
  ],
  [
    'LinkedIn update',
    '7001234567890123457',
    'https://www.linkedin.com/feed/update/urn:li:activity:7001234567890123457/',
  ],
  ['Pinterest pin', PIN, `https://www.pinterest.com/pin/${PIN}/`],
  ['Pinterest of a country', PIN, `https://pl.pinterest.com/pin/${PIN}/`],
  ['Pinterest frame', PIN, `https://assets.pinterest.com/ext/embed.html?id=${PIN}`],
  [
    'Tumblr frame',
    '701234567890123456',
    'https://embed.tumblr.com/embed/post/t:AbCdEfGhIjKlMnOpQrSt/701234567890123456/v2',
  ],
  ['Bluesky frame', '3kklosz', 'https://embed.bsky.app/embed/did:plc:abcdefghijklmnop/app.bsky.feed.post/3kklosz'],
  ['Bluesky post', '3kklosz', 'https://bsky.app/profile/did:plc:abcdefghijklmnop/post/3kklosz'],
  ['Threads post', 'CklosZboze9', 'https://www.threads.net/@szpalta/post/CklosZboze9'],
  ['Telegram post', 'szpalta_pl/123', 'https://t.me/szpalta_pl/123'],
  ['Imgur image', 'kLosZb1', 'https://imgur.com/kLosZb1'],
  ['Imgur album', 'a/kLosZb2', 'https://imgur.com/a/kLosZb2'],
  ['Imgur gallery', 'kLosZb3', 'https://imgur.com/gallery/kLosZb3'],
  ['Imgur frame', 'kLosZb4', 'https://imgur.com/a/kLosZb4/embed?pub=true'],
  ['Spotify track', SPOTIFY, `https://open.spotify.com/track/${SPOTIFY}?si=x`],
  ['Spotify episode', SPOTIFY, `https://open.spotify.com/episode/${SPOTIFY}`],
  ['Spotify in a language', SPOTIFY, `https://open.spotify.com/intl-pl/album/${SPOTIFY}`],
  ['Spotify frame', SPOTIFY, `https://open.spotify.com/embed/playlist/${SPOTIFY}?utm_source=generator`],
  ['Spotify podcast frame', SPOTIFY, `https://open.spotify.com/embed-podcast/show/${SPOTIFY}`],
  ['Spotify playlist of a user', SPOTIFY, `https://open.spotify.com/user/szpalta/playlist/${SPOTIFY}`],
  ['Spotify by its URI', SPOTIFY, `https://embed.spotify.com/?uri=spotify%3Atrack%3A${SPOTIFY}`],
  ['SoundCloud track', 'odcinek-77', 'https://soundcloud.com/szpalta/odcinek-77'],
  ['SoundCloud set', 'zniwa', 'https://soundcloud.com/szpalta/sets/zniwa'],
  [
    'SoundCloud player',
    '123456789',
    'https://w.soundcloud.com/player/?url=https%3A//api.soundcloud.com/tracks/123456789&color=%23ff5500&auto_play=false',
  ],
  [
    'SoundCloud player of a list',
    '23456789',
    'https://w.soundcloud.com/player/?url=https%3A//api.soundcloud.com/playlists/23456789',
  ],
  [
    'SoundCloud private player',
    's-AbC12',
    'https://w.soundcloud.com/player/?url=https%3A//api.soundcloud.com/tracks/123456780%3Fsecret_token%3Ds-AbC12',
  ],
  ['Mixcloud show', 'audycja-1', 'https://www.mixcloud.com/szpalta/audycja-1/'],
  [
    'Mixcloud player',
    'audycja-2',
    'https://www.mixcloud.com/widget/iframe/?hide_cover=1&feed=%2Fszpalta%2Faudycja-2%2F',
  ],
  ['Apple podcast', 'id1234567890', 'https://podcasts.apple.com/pl/podcast/szpalta/id1234567890'],
  [
    'Apple episode',
    '1000612345678',
    'https://embed.podcasts.apple.com/pl/podcast/odcinek/id1234567890?i=1000612345678',
  ],
  ['Apple Music album', '1440857781', 'https://music.apple.com/pl/album/zboze/1440857781'],
  ['Deezer track', '3135556', 'https://www.deezer.com/track/3135556'],
  ['Deezer widget', '302127', 'https://widget.deezer.com/widget/dark/album/302127'],
  [
    'Bandcamp player',
    '1234567890',
    'https://bandcamp.com/EmbeddedPlayer/album=1234567890/size=large/bgcol=ffffff/linkcol=0687f5/tracklist=false/transparent=true/',
  ],
  ['Spreaker episode', '45678901', 'https://widget.spreaker.com/player?episode_id=45678901&theme=light'],
  ['Giphy', 'l0KlosZboze', 'https://giphy.com/gifs/klos-l0KlosZboze'],
  ['Giphy frame', 'l0KlosZboze', 'https://giphy.com/embed/l0KlosZboze'],
  ['Streamable', 'kl0sz1', 'https://streamable.com/kl0sz1'],
  ['Streamable frame', 'kl0sz1', 'https://streamable.com/e/kl0sz1'],
  ['Loom', HEX, `https://www.loom.com/share/${HEX}`],
  ['Rumble frame', 'v4klosz', 'https://rumble.com/embed/v4klosz/?pub=4'],
  ['TED talk', 'anna_klos_o_zbozu', 'https://www.ted.com/talks/anna_klos_o_zbozu'],
  ['TED frame', 'anna_klos_o_zbozu', 'https://embed.ted.com/talks/lang/pl/anna_klos_o_zbozu'],
  ['VideoPress', 'kLoSzB0z', 'https://videopress.com/v/kLoSzB0z'],
  ['VideoPress frame', 'kLoSzB0z', 'https://video.wordpress.com/embed/kLoSzB0z?hd=1'],
  ['JW Player', 'kLoSzB0z-zBoZe123', 'https://cdn.jwplayer.com/players/kLoSzB0z-zBoZe123.html'],
  ['JW Player of the old host', 'kLoSzB0z-zBoZe123', 'https://content.jwplatform.com/players/kLoSzB0z-zBoZe123.html'],
  ['Wistia', 'klosz12345', 'https://szpalta.wistia.com/medias/klosz12345'],
  ['Wistia frame', 'klosz12345', 'https://fast.wistia.net/embed/iframe/klosz12345?videoFoam=true'],
  [
    'Brightcove',
    '6012345678001',
    'https://players.brightcove.net/1234567890001/default_default/index.html?videoId=6012345678001',
  ],
  ['CDA', '12345678a', 'https://www.cda.pl/video/12345678a'],
  ['CDA frame', '12345678a', 'https://ebd.cda.pl/620x368/12345678a'],
  ['TVP', '76543211', 'https://www.tvp.pl/sess/TVPlayer2/embed.php?ID=76543211&autoPlay=true'],
  ['Internet Archive', 'zniwa_1936', 'https://archive.org/details/zniwa_1936'],
  ['Google Maps', '21.01', `https://www.google.com/maps/embed?pb=${PB}`],
  [
    'Google My Maps',
    '1klosZbozeZniwa_Pole',
    'https://www.google.com/maps/d/u/0/embed?mid=1klosZbozeZniwa_Pole&ehbc=2E312F',
  ],
  ['Google Maps of a place', 'Rynek', 'https://maps.google.com/maps?q=Rynek%201%2C%20Krak%C3%B3w&z=15&output=embed'],
  [
    'Google Maps with a key',
    'Pole',
    'https://www.google.com/maps/embed/v1/place?key=AIzaKlosZboze0123456789abcdefghijkl&q=Pole+Mokotowskie',
  ],
  [
    'Google document',
    '2PACX-1vKlosZbozeZniwa',
    'https://docs.google.com/document/d/e/2PACX-1vKlosZbozeZniwa/pub?embedded=true',
  ],
  [
    'Google sheet',
    '2PACX-1vKlosZbozeZniwa',
    'https://docs.google.com/spreadsheets/d/e/2PACX-1vKlosZbozeZniwa/pubhtml?widget=true&headers=false',
  ],
  [
    'Google slides',
    '2PACX-1vKlosZbozeZniwa',
    'https://docs.google.com/presentation/d/e/2PACX-1vKlosZbozeZniwa/embed?start=false',
  ],
  [
    'Google form',
    '1FAIpQLSklosZbozeZniwa',
    'https://docs.google.com/forms/d/e/1FAIpQLSklosZbozeZniwa/viewform?embedded=true',
  ],
  [
    'OpenStreetMap',
    '52.2',
    'https://www.openstreetmap.org/export/embed.html?bbox=20.9%2C52.1%2C21.1%2C52.3&layer=mapnik&marker=52.2%2C21.0',
  ],
  ['Scribd', '123456789', 'https://www.scribd.com/document/123456789/Raport-o-zniwach'],
  [
    'Scribd frame',
    '123456789',
    'https://www.scribd.com/embeds/123456789/content?start_page=1&view_mode=scroll&access_key=key-kLoSzB0zE123',
  ],
  ['Issuu', 'zniwa_2026', 'https://issuu.com/szpalta/docs/zniwa_2026'],
  ['Issuu frame', 'zniwa_2026', 'https://e.issuu.com/embed.html?d=zniwa_2026&u=szpalta'],
  ['Issuu frame by numbers', '12345678/23456789', 'https://e.issuu.com/embed.html#12345678/23456789'],
  ['SlideShare frame', 'kLoSzB0zE123', 'https://www.slideshare.net/slideshow/embed_code/key/kLoSzB0zE123'],
  ['Speaker Deck frame', HEX, `https://speakerdeck.com/player/${HEX}`],
  ['Crowdsignal poll', '12345678', 'https://poll.fm/12345678'],
  ['Crowdsignal old poll', '12345678', 'https://polldaddy.com/poll/12345678/'],
  ['Infogram', '1h7klosz-zniwa', 'https://infogram.com/1h7klosz-zniwa'],
  ['Infogram frame', '1h7klosz-zniwa', 'https://e.infogram.com/1h7klosz-zniwa?src=embed'],
  ['Datawrapper', 'kL0sZ', 'https://datawrapper.dwcdn.net/kL0sZ/3/'],
  ['Datawrapper page', 'kL0sZ', 'https://www.datawrapper.de/_/kL0sZ/'],
  ['Flourish', 'visualisation/1234567', 'https://public.flourish.studio/visualisation/1234567/'],
  ['Flourish frame', 'story/765432', 'https://flo.uri.sh/story/765432/embed'],
  ['Tableau', 'Zniwa2026', 'https://public.tableau.com/views/Zniwa2026/Mapa?:embed=y'],
  ['Sketchfab', HEX, `https://sketchfab.com/3d-models/klos-${HEX}`],
  ['CodePen', 'KlosZb', 'https://codepen.io/szpalta/pen/KlosZb'],
  ['CodePen frame', 'KlosZb', 'https://codepen.io/szpalta/embed/KlosZb?default-tab=html'],
  ['JSFiddle', 'kl0sz123', 'https://jsfiddle.net/szpalta/kl0sz123/embedded/result/'],
  ['Strava activity', '9876543210', 'https://www.strava.com/activities/9876543210'],
  ['Buzzsprout episode', '7654321', 'https://www.buzzsprout.com/123456/episodes/7654321-zniwa'],
]

/** Content that a link leads to: its provider frames nothing that any page may show, or is not known. */
const LINKED_URLS: ReadonlyArray<[name: string, holds: string, url: string]> = [
  ['YouTube handle', '@szpalta', 'https://www.youtube.com/@szpalta'],
  ['YouTube clip', 'UgkxKlosZboze123456', 'https://www.youtube.com/clip/UgkxKlosZboze123456'],
  ['Vimeo profile', 'szpalta', 'https://vimeo.com/szpalta'],
  ['Instagram profile', 'szpalta', 'https://www.instagram.com/szpalta/'],
  ['Instagram story', '3123456', 'https://www.instagram.com/stories/szpalta/3123456/'],
  ['X profile', 'szpalta', 'https://x.com/szpalta'],
  ['TikTok profile', '@szpalta', 'https://www.tiktok.com/@szpalta'],
  ['TikTok short URL', 'ZMklosz', 'https://vm.tiktok.com/ZMklosz/'],
  ['Facebook short URL', 'aBcKlos', 'https://fb.watch/aBcKlos/'],
  ['Reddit short URL', '1klosz', 'https://redd.it/1klosz'],
  ['Pinterest short URL', '1kLoSz', 'https://pin.it/1kLoSz'],
  ['Pinterest board', 'zboze', 'https://www.pinterest.com/szpalta/zboze/'],
  ['Tumblr post', '701234567890', 'https://szpalta.tumblr.com/post/701234567890/zniwa'],
  ['Spotify short URL', 'kLoSz', 'https://spotify.link/kLoSz'],
  ['SoundCloud profile', 'szpalta', 'https://soundcloud.com/szpalta'],
  ['Bandcamp album', 'zboze', 'https://szpalta.bandcamp.com/album/zboze'],
  ['Gist', HEX, `https://gist.github.com/szpalta/${HEX}`],
  ['Gfycat', 'KlosZboze', 'https://gfycat.com/KlosZboze'],
  ['Twitch', 'szpalta', 'https://www.twitch.tv/szpalta'],
  ['Twitch player', 'szpalta', 'https://player.twitch.tv/?channel=szpalta&parent=szpalta.example'],
  ['Odysee', 'film', 'https://odysee.com/$/embed/film:1'],
  ['Flickr', '51234567890', 'https://www.flickr.com/photos/szpalta/51234567890/'],
  ['SlideShare page', 'prezentacja-77', 'https://www.slideshare.net/szpalta/prezentacja-77'],
  ['Speaker Deck page', 'zniwa', 'https://speakerdeck.com/szpalta/zniwa'],
  ['Crowdsignal survey', 'ankieta', 'https://szpalta.survey.fm/ankieta'],
  ['Typeform', 'kLoSzB0z', 'https://szpalta.typeform.com/to/kLoSzB0z'],
  ['SurveyMonkey', 'KLOSZ77', 'https://www.surveymonkey.com/r/KLOSZ77'],
  ['Google Maps short URL', 'kLoSzB0zE1', 'https://maps.app.goo.gl/kLoSzB0zE1'],
  ['Google Drive file', '1klosZbozeZniwa', 'https://drive.google.com/file/d/1klosZbozeZniwa/preview'],
  ['Google Calendar', 'szpalta', 'https://calendar.google.com/calendar/embed?src=szpalta%40example.com'],
  ['Mastodon', '109876543210987654', 'https://mastodon.social/@szpalta/109876543210987654/embed'],
  ['Mastodon elsewhere', '109876543210987655', 'https://pol.example/@szpalta/109876543210987655/embed'],
  ['PeerTube', 'videos/embed', `https://film.example/videos/embed/${HEX}`],
  ['Kickstarter', 'klos', 'https://www.kickstarter.com/projects/szpalta/klos'],
  ['Acast', 'szpalta', 'https://embed.acast.com/szpalta/odcinek-1'],
  ['Anchor', 'odcinek-1', 'https://anchor.fm/szpalta/embed/episodes/odcinek-1-e1klosz'],
  ['Canva', 'DAFklosz', 'https://www.canva.com/design/DAFklosz/view?embed'],
  ['Prezi', 'klosz', 'https://prezi.com/p/embed/klosz/'],
  ['Genially', HEX.slice(0, 24), `https://view.genially.com/${HEX.slice(0, 24)}`],
  ['Getty Images', '1234567890', 'https://embed.gettyimages.com/embed/1234567890?et=x&tld=pl'],
  ['Zrzutka', 'abc123', 'https://zrzutka.pl/abc123/widget/1'],
  ['VK', '456239017', 'https://vk.com/video_ext.php?oid=-1&id=456239017&hash=abc'],
  ['a widget of nobody that is known', 'notowania', 'https://widgety.example/notowania?symbol=PSZENICA'],
  ['another site', 'ramka', 'https://obcy.example/ramka.html'],
  ['a site without TLS', 'ramka', 'http://obcy.example/ramka.html'],
  ['YouTube with a port', 'watch', `https://www.youtube.com:8443/watch?v=${YT}`],
  ['a host that begins like a provider', 'youtube.com.evil.example', `https://youtube.com.evil.example/watch?v=${YT}`],
]

const tweet = (inner: string) =>
  `<blockquote class="twitter-tweet" data-lang="pl"><p lang="pl" dir="ltr">Żniwa ruszyły</p>&mdash; Szpalta (@szpalta) ${inner}</blockquote>\n<script async src="https://platform.twitter.com/widgets.js" charset="utf-8"></script>`
const TWEET_LINK = `<a href="https://twitter.com/szpalta/status/${TWEET}?ref_src=twsrc%5Etfw">3 marca 2026</a>`

/** The providers' own code, which their scripts turn into content. */
const OWN_CODE: readonly Row[] = [
  ['X code', TWEET, html(tweet(TWEET_LINK))],
  ['X code of a video', TWEET, html(tweet(TWEET_LINK).replace('twitter-tweet', 'twitter-video'))],
  ['X code with a number alone', TWEET, html(`<div class="tweet" data-tweet-id="${TWEET}"></div>`)],
  [
    'Instagram code',
    'CklosZboze1',
    html(
      '<blockquote class="instagram-media" data-instgrm-captioned data-instgrm-permalink="https://www.instagram.com/p/CklosZboze1/?utm_source=ig_embed" data-instgrm-version="14"><div><a href="https://www.instagram.com/p/CklosZboze1/">Wyświetl</a></div></blockquote><script async src="//www.instagram.com/embed.js"></script>',
    ),
  ],
  [
    'Instagram code without a link in it',
    'CklosZboze2',
    html(
      '<blockquote class="instagram-media" data-instgrm-permalink="https://www.instagram.com/reel/CklosZboze2/"></blockquote>',
    ),
  ],
  [
    'Instagram code without a permalink',
    'CklosZboze3',
    html(
      '<blockquote class="instagram-media"><p><a href="https://www.instagram.com/p/CklosZboze3/">Zdjęcie</a></p></blockquote>',
    ),
  ],
  [
    'TikTok code',
    TIKTOK,
    html(
      `<blockquote class="tiktok-embed" cite="https://www.tiktok.com/@szpalta/video/${TIKTOK}" data-video-id="${TIKTOK}" style="max-width: 605px;"><section><a target="_blank" href="https://www.tiktok.com/@szpalta">@szpalta</a><p>Pole o świcie</p><a href="https://www.tiktok.com/music/dzwiek-7000">dźwięk</a></section></blockquote><script async src="https://www.tiktok.com/embed.js"></script>`,
    ),
  ],
  [
    'TikTok code without an address',
    TIKTOK,
    html(`<blockquote class="tiktok-embed" data-video-id="${TIKTOK}"><section></section></blockquote>`),
  ],
  [
    'Facebook SDK post',
    '10160123',
    html(
      '<div id="fb-root"></div><script async src="https://connect.facebook.net/pl_PL/sdk.js"></script><div class="fb-post" data-href="https://www.facebook.com/szpalta/posts/10160123" data-width="500"></div>',
    ),
  ],
  [
    'Facebook SDK post with its words',
    '10160124',
    html(
      '<div class="fb-post" data-href="https://www.facebook.com/szpalta/posts/10160124"><blockquote cite="https://www.facebook.com/szpalta/posts/10160124" class="fb-xfbml-parse-ignore"><p>Słowa wpisu</p><a href="https://www.facebook.com/szpalta">Szpalta</a></blockquote></div>',
    ),
  ],
  [
    'Facebook SDK video',
    '10160125',
    html(
      '<div class="fb-video" data-href="https://www.facebook.com/szpalta/videos/10160125/" data-show-text="false"></div>',
    ),
  ],
  [
    'Facebook SDK page',
    'szpalta',
    html('<div class="fb-page" data-href="https://www.facebook.com/szpalta" data-tabs="timeline"></div>'),
  ],
  ['Facebook XFBML', '10160126', html('<fb:post href="https://www.facebook.com/szpalta/posts/10160126"></fb:post>')],
  [
    'Reddit code',
    '1klosz',
    html(
      '<blockquote class="reddit-embed-bq" style="height:316px" data-embed-height="316"><a href="https://www.reddit.com/r/rolnictwo/comments/1klosz/pytanie/">Pytanie</a><br> by <a href="https://www.reddit.com/user/szpalta/">u/szpalta</a></blockquote><script async src="https://embed.reddit.com/widgets.js"></script>',
    ),
  ],
  [
    'Reddit old code',
    '1klosz',
    html(
      '<blockquote class="reddit-card" data-card-created="1700000000"><a href="https://www.reddit.com/r/rolnictwo/comments/1klosz/pytanie/">Pytanie</a></blockquote>',
    ),
  ],
  [
    'Pinterest code',
    PIN,
    html(
      `<a data-pin-do="embedPin" data-pin-width="medium" href="https://www.pinterest.com/pin/${PIN}/"></a><script async defer src="//assets.pinterest.com/js/pinit.js"></script>`,
    ),
  ],
  [
    'Tumblr code',
    '701234567890123456',
    html(
      '<div class="tumblr-post" data-href="https://embed.tumblr.com/embed/post/t:AbCdEfGhIjKlMnOpQrSt/701234567890123456/v2" data-did="abc"><a href="https://www.tumblr.com/szpalta/701234567890123456/zniwa">https://www.tumblr.com/szpalta/701234567890123456</a></div><script async src="https://assets.tumblr.com/post.js"></script>',
    ),
  ],
  [
    'Imgur code',
    'kLosZb1',
    html(
      '<blockquote class="imgur-embed-pub" lang="en" data-id="kLosZb1"><a href="//imgur.com/kLosZb1">Klos</a></blockquote><script async src="//s.imgur.com/min/embed.js"></script>',
    ),
  ],
  [
    'Imgur code of an album',
    'a/kLosZb2',
    html('<blockquote class="imgur-embed-pub" lang="en" data-id="a/kLosZb2"></blockquote>'),
  ],
  [
    'Bluesky code',
    '3kklosz',
    html(
      '<blockquote class="bluesky-embed" data-bluesky-uri="at://did:plc:abcdefghijklmnop/app.bsky.feed.post/3kklosz" data-bluesky-cid="baf"><p lang="pl">Wpis</p>&mdash; Szpalta <a href="https://bsky.app/profile/did:plc:abcdefghijklmnop/post/3kklosz?ref_src=embed">3 marca</a></blockquote>',
    ),
  ],
  [
    'Threads code',
    'CklosZboze9',
    html(
      '<blockquote class="text-post-media" data-text-post-permalink="https://www.threads.net/@szpalta/post/CklosZboze9" data-text-post-version="0"><a href="https://www.threads.net/@szpalta/post/CklosZboze9">View on Threads</a></blockquote>',
    ),
  ],
  [
    'Telegram code',
    'szpalta_pl/123',
    html(
      '<script async src="https://telegram.org/js/telegram-widget.js?22" data-telegram-post="szpalta_pl/123" data-width="100%"></script>',
    ),
  ],
  [
    'Infogram code',
    '3f1klosz-zniwa',
    html(
      '<div class="infogram-embed" data-id="3f1klosz-zniwa" data-type="interactive" data-title="Zbiory"></div><script>!function(e,n,i,s){}(document,0,"infogram-async","https://e.infogram.com/js/dist/embed-loader-min.js");</script>',
    ),
  ],
  [
    'Flourish code',
    'visualisation/1234567',
    html(
      '<div class="flourish-embed flourish-chart" data-src="visualisation/1234567"><script src="https://public.flourish.studio/resources/embed.js"></script></div>',
    ),
  ],
  [
    'Strava code',
    '9876543210',
    html(
      '<div class="strava-embed-placeholder" data-embed-type="activity" data-embed-id="9876543210"></div><script src="https://strava-embeds.com/embed.js"></script>',
    ),
  ],
  [
    'Buzzsprout script',
    '7654321',
    html(
      '<div id="buzzsprout-player-7654321"></div><script src="https://www.buzzsprout.com/123456/7654321-zniwa.js?container_id=buzzsprout-player-7654321&amp;player=small"></script>',
    ),
  ],
  [
    'Issuu code',
    '12345678/23456789',
    html(
      '<div data-configid="12345678/23456789" style="width:525px; height:371px;" class="issuuembed"></div><script src="//e.issuu.com/embed.js" async="true"></script>',
    ),
  ],
  [
    'Datawrapper code',
    'kL0sZ',
    html(
      '<div style="min-height:400px" id="datawrapper-vis-kL0sZ"><script type="text/javascript" defer src="https://datawrapper.dwcdn.net/kL0sZ/embed.js" charset="utf-8" data-target="#datawrapper-vis-kL0sZ"></script><noscript><img src="https://datawrapper.dwcdn.net/kL0sZ/full.png" alt="" /></noscript></div>',
    ),
  ],
  ['Gist code', HEX, html(`<script src="https://gist.github.com/szpalta/${HEX}.js?file=zniwa.ts"></script>`)],
  [
    'JW Player code',
    'kLoSzB0z-zBoZe123',
    html('<script src="https://cdn.jwplayer.com/players/kLoSzB0z-zBoZe123.js"></script>'),
  ],
  [
    'Crowdsignal code',
    '12345678',
    html(
      '<script type="text/javascript" charset="utf-8" src="https://secure.polldaddy.com/p/12345678.js"></script><noscript><a href="https://poll.fm/12345678">Sonda</a></noscript>',
    ),
  ],
  [
    'CodePen code',
    'KlosZb',
    html(
      '<p class="codepen" data-height="300" data-slug-hash="KlosZb" data-user="szpalta"><span>See the Pen <a href="https://codepen.io/szpalta/pen/KlosZb">Klos</a></span></p><script async src="https://cpwebassets.codepen.io/assets/embed/ei.js"></script>',
    ),
  ],
  [
    'JSFiddle code',
    'kl0sz123',
    html('<script async src="//jsfiddle.net/szpalta/kl0sz123/embed/js,html,result/"></script>'),
  ],
  [
    'Speaker Deck code',
    HEX,
    html(
      `<script async class="speakerdeck-embed" data-id="${HEX}" data-ratio="1.77" src="//speakerdeck.com/assets/embed.js"></script>`,
    ),
  ],
  [
    'Wistia code',
    'klosz12345',
    html(
      '<script src="https://fast.wistia.com/assets/external/E-v1.js" async></script><div class="wistia_embed wistia_async_klosz12345 videoFoam=true" style="height:100%">&nbsp;</div>',
    ),
  ],
  [
    'Brightcove code',
    '6012345678001',
    html(
      '<video-js data-account="1234567890001" data-player="default" data-embed="default" data-video-id="6012345678001" controls></video-js><script src="https://players.brightcove.net/1234567890001/default_default/index.min.js"></script>',
    ),
  ],
  [
    'Brightcove code on a video',
    '6012345678002',
    html(
      '<video data-account="1234567890001" data-player="default" data-video-id="6012345678002" class="video-js" controls></video>',
    ),
  ],
  [
    'Spreaker code',
    '45678901',
    html(
      '<a class="spreaker-player" href="https://www.spreaker.com/episode/45678901" data-resource="episode_id=45678901" data-width="100%"></a>',
    ),
  ],
  [
    'Typeform code',
    'kLoSzB0z',
    html('<div data-tf-live="kLoSzB0z"></div><script src="//embed.typeform.com/next/embed.js"></script>'),
  ],
  [
    'Typeform old code',
    'kLoSzB0z',
    html('<div class="typeform-widget" data-url="https://szpalta.typeform.com/to/kLoSzB0z" style="width: 100%"></div>'),
  ],
  [
    'code of an unknown widget',
    'pogoda-dla-pola',
    html(
      '<div class="pogoda-widget" data-url="https://pogoda.example/pogoda-dla-pola"></div><script src="https://pogoda.example/w.js"></script>',
    ),
  ],
  [
    'WordPress post of another site',
    'inny-wpis',
    html(
      '<blockquote class="wp-embedded-content" data-secret="abc"><a href="https://inny.example/inny-wpis/">Inny wpis</a></blockquote><iframe class="wp-embedded-content" sandbox="allow-scripts" security="restricted" src="https://inny.example/inny-wpis/embed/#?secret=abc" data-secret="abc" width="600" height="338"></iframe>',
    ),
  ],
  [
    'AMP element of YouTube',
    YT,
    html(`<amp-youtube data-videoid="${YT}" layout="responsive" width="480" height="270"></amp-youtube>`),
  ],
  [
    'AMP element of a post on X',
    TWEET,
    html(`<amp-twitter width="375" height="472" layout="responsive" data-tweetid="${TWEET}"></amp-twitter>`),
  ],
  [
    'AMP element of Instagram',
    'CklosZboze1',
    html('<amp-instagram data-shortcode="CklosZboze1" width="400" height="400" layout="responsive"></amp-instagram>'),
  ],
  ['light element of YouTube', YT, html(`<lite-youtube videoid="${YT}"></lite-youtube>`)],
]

const embedSrc = `https://www.youtube.com/embed/${YT}?feature=oembed`
/** Late loaders, old elements, and what holds an embed. */
const FORMS: readonly Row[] = [
  ['frame that loads late', YT, html(`<iframe data-src="${embedSrc}" class="lazyload"></iframe>`)],
  [
    'frame that loads late, with a copy',
    YT,
    html(
      `<iframe src="about:blank" data-lazy-src="${embedSrc}"></iframe><noscript><iframe src="${embedSrc}"></iframe></noscript>`,
    ),
  ],
  [
    'frame that loads late in a wrapper, with a copy',
    YT,
    html(
      `<div class="video"><iframe data-src="${embedSrc}"></iframe><noscript><iframe src="${embedSrc}"></iframe></noscript></div>`,
    ),
  ],
  [
    'frame of LiteSpeed',
    '76543210',
    html('<iframe data-litespeed-src="https://player.vimeo.com/video/76543210" src="about:blank"></iframe>'),
  ],
  [
    'frame that waits for a cookie notice',
    '76543210',
    html('<iframe data-cmplz-src="https://player.vimeo.com/video/76543210" src="about:blank"></iframe>'),
  ],
  [
    'frame that waits for Cookiebot',
    YT,
    html(`<iframe data-cookieblock-src="${embedSrc}" data-cookieconsent="marketing"></iframe>`),
  ],
  [
    'frame with a still by WP Rocket',
    YT,
    html(
      `<div class="rll-youtube-player" data-src="https://www.youtube.com/embed/${YT}" data-id="${YT}" data-query="feature=oembed"></div>`,
    ),
  ],
  ['media of CKEditor', YT, classic(`<figure class="media"><oembed url="https://youtu.be/${YT}"></oembed></figure>`)],
  [
    'media of CKEditor with a preview',
    YT,
    classic(
      `<figure class="media"><div data-oembed-url="https://youtu.be/${YT}"><div><iframe src="${embedSrc}"></iframe></div></div></figure>`,
    ),
  ],
  [
    'media of CKEditor, of nobody that is known',
    'obcy.example/film',
    classic('<figure class="media"><oembed url="https://obcy.example/film"></oembed></figure>'),
  ],
  [
    'video of Elementor',
    YT,
    html(
      `<div class="elementor-widget elementor-widget-video" data-settings="{&quot;youtube_url&quot;:&quot;https:\\/\\/youtu.be\\/${YT}&quot;,&quot;video_type&quot;:&quot;youtube&quot;}"><div class="elementor-widget-container"><div class="elementor-video"></div></div></div>`,
    ),
  ],
  [
    'Vimeo of Elementor',
    '76543210',
    html(
      '<div class="elementor-widget-video" data-settings="{&quot;vimeo_url&quot;:&quot;https://vimeo.com/76543210&quot;}"><div class="elementor-video"></div></div>',
    ),
  ],
  ['unknown frame that loads late', 'ramka', html('<iframe data-src="https://obcy.example/ramka.html"></iframe>')],
  ['frame without a scheme', YT, html(`<iframe src="//www.youtube.com/embed/${YT}"></iframe>`)],
  ['frame of this site', 'interaktywne', html('<iframe src="/wp-content/uploads/interaktywne/mapa/"></iframe>')],
  [
    'object',
    YT,
    html(
      `<object width="425" height="344"><param name="movie" value="http://www.youtube.com/v/${YT}&amp;hl=pl"><embed src="http://www.youtube.com/v/${YT}&amp;hl=pl" type="application/x-shockwave-flash"></object>`,
    ),
  ],
  [
    'object with data',
    YT,
    html(`<object data="https://www.youtube.com/embed/${YT}" width="560" height="315"></object>`),
  ],
  ['embed element', '76543210', html('<embed src="https://player.vimeo.com/video/76543210">')],
  [
    'object of nobody that is known',
    'prezentacja.swf',
    html('<object data="https://obcy.example/prezentacja.swf"></object>'),
  ],
  [
    'PDF in an object',
    'raport.pdf',
    html('<object data="https://obcy.example/raport.pdf" type="application/pdf"></object>'),
  ],
  [
    'frame in a figure with a caption',
    YT,
    html(`<figure><iframe src="${embedSrc}"></iframe><figcaption>Podpis filmu</figcaption></figure>`),
  ],
  ['frame in a paragraph block', YT, wire('core/paragraph', `<p>Zobacz: <iframe src="${embedSrc}"></iframe></p>`)],
  ['frame in a heading', YT, wire('core/heading', `<h2>Film <iframe src="${embedSrc}"></iframe></h2>`, { level: 2 })],
  [
    'frame in a list of old form',
    YT,
    wire('core/list', `<ul><li>Film: <iframe src="${embedSrc}"></iframe></li><li>drugi</li></ul>`),
  ],
  [
    'frame in an item of a list',
    YT,
    wire('core/list', '<ul></ul>', {}, [wire('core/list-item', `<li>Film <iframe src="${embedSrc}"></iframe></li>`)]),
  ],
  [
    'block in an item of a list',
    YT,
    wire('core/list', '<ul></ul>', {}, [
      wire('core/list-item', '<li>Film</li>', {}, [block(`https://youtu.be/${YT}`)]),
    ]),
  ],
  [
    'frame in a quote of old form',
    YT,
    wire(
      'core/quote',
      `<blockquote><p>Słowa</p><p><iframe src="${embedSrc}"></iframe></p><cite>Ktoś</cite></blockquote>`,
    ),
  ],
  ['post on X in a quote', TWEET, wire('core/quote', `<blockquote><p>Słowa</p>${tweet(TWEET_LINK)}</blockquote>`)],
  ['block in a quote', YT, wire('core/quote', '<blockquote></blockquote>', {}, [block(`https://youtu.be/${YT}`)])],
  [
    'frame in a pull quote',
    YT,
    wire('core/pullquote', `<figure><blockquote><p>Słowa</p><iframe src="${embedSrc}"></iframe></blockquote></figure>`),
  ],
  [
    'frame in a table',
    YT,
    wire(
      'core/table',
      `<figure><table><tbody><tr><td>Film <iframe src="${embedSrc}"></iframe></td></tr></tbody></table></figure>`,
    ),
  ],
  [
    'frame in a group of old form',
    YT,
    wire('core/group', `<div class="wp-block-group"><p>a</p><iframe src="${embedSrc}"></iframe></div>`),
  ],
  ['block in a group', YT, wire('core/group', '', {}, [block(`https://youtu.be/${YT}`)])],
  [
    'block in columns',
    YT,
    wire('core/columns', '', {}, [wire('core/column', '', {}, [block(`https://youtu.be/${YT}`)])]),
  ],
  [
    'code in columns',
    'CklosZboze2',
    wire('core/columns', '', {}, [
      wire('core/column', '', {}, [
        html(
          '<blockquote class="instagram-media" data-instgrm-permalink="https://www.instagram.com/p/CklosZboze2/"></blockquote>',
        ),
      ]),
    ]),
  ],
  [
    'frame in columns of old form',
    YT,
    wire('core/columns', `<div class="wp-block-columns"><div><iframe src="${embedSrc}"></iframe></div></div>`),
  ],
  [
    'frame in details',
    YT,
    wire('core/details', `<details><summary>Film</summary><iframe src="${embedSrc}"></iframe></details>`),
  ],
  [
    'block in a cover',
    YT,
    wire('core/cover', '<div class="wp-block-cover"></div>', { url: '/2026/03/pole.jpg' }, [
      block(`https://youtu.be/${YT}`),
    ]),
  ],
  [
    'frame next to a text',
    YT,
    wire('core/media-text', `<div><figure><iframe src="${embedSrc}"></iframe></figure></div>`, {}, [
      wire('core/paragraph', '<p>Obok</p>'),
    ]),
  ],
  ['frame in a block of a plugin', YT, wire('acme/film', `<div><iframe src="${embedSrc}"></iframe></div>`)],
  [
    'provider code in the block',
    'kLosZb1',
    wire(
      'core/embed',
      '<figure class="wp-block-embed is-provider-imgur"><div class="wp-block-embed__wrapper"><blockquote class="imgur-embed-pub" data-id="kLosZb1"><a href="https://imgur.com/kLosZb1">Klos</a></blockquote></div><figcaption>Podpis</figcaption></figure>',
      { providerNameSlug: 'imgur' },
    ),
  ],
  [
    'block of an old name',
    SPOTIFY,
    wire('core-embed/spotify', '', { url: `https://open.spotify.com/show/${SPOTIFY}` }),
  ],
  ['URL on the line of a paragraph', YT, classic(`<p>Zobacz też:<br />\nhttps://youtu.be/${YT}<br />\ni dalej.</p>`)],
  ['URL on a line without paragraphs', YT, classic(`Zobacz też:\nhttps://youtu.be/${YT}\ni dalej.`)],
  ['URL alone in a paragraph block', YT, wire('core/paragraph', `<p>https://youtu.be/${YT}</p>`)],
  [
    'link of a URL that could not be embedded',
    YT,
    classic(`<p><a href="https://youtu.be/${YT}">https://youtu.be/${YT}</a></p>`),
  ],
  ['URL alone in an item of a list', YT, wire('core/list', `<ul><li>https://youtu.be/${YT}</li></ul>`)],
  ['unknown URL alone on a line', 'wpis-77', classic('<p>https://obcy.example/wpis-77</p>')],
  [
    'frame with a document of its own',
    'strona-w-ramce',
    html(
      '<iframe srcdoc="&lt;p&gt;Tekst &lt;a href=&quot;https://obcy.example/strona-w-ramce&quot;&gt;w ramce&lt;/a&gt;&lt;/p&gt;"></iframe>',
    ),
  ],
]

/** Shortcodes that no plugin runs any more, and WordPress' own where nothing has run it. */
const SHORTCODES: ReadonlyArray<[holds: string, shortcode: string]> = [
  [YT, `[embed]https://youtu.be/${YT}[/embed]`],
  [YT, `[embed width="640" height="360"]https://www.youtube.com/watch?v=${YT}[/embed]`],
  [YT, `[youtube https://www.youtube.com/watch?v=${YT}]`],
  [YT, `[youtube=https://www.youtube.com/watch?v=${YT}&amp;w=320]`],
  [YT, `[youtube id="${YT}"]`],
  [YT, `[youtube]${`https://youtu.be/${YT}`}[/youtube]`],
  [YT, `[youtube id=\u201d${YT}\u201d]`],
  ['76543210', '[vimeo 76543210]'],
  ['76543210', '[vimeo https://vimeo.com/76543210 w=500]'],
  ['x8klosz', '[dailymotion id=x8klosz]'],
  ['odcinek-77', '[soundcloud url="https://soundcloud.com/szpalta/odcinek-77" params="auto_play=false" width="100%"]'],
  [TWEET, `[tweet https://twitter.com/szpalta/status/${TWEET}]`],
  [TWEET, `[tweet ${TWEET}]`],
  ['CklosZboze1', '[instagram url=https://www.instagram.com/p/CklosZboze1/ width=320]'],
  ['10160123', '[facebook url="https://www.facebook.com/szpalta/posts/10160123"]'],
  [SPOTIFY, `[spotify spotify:track:${SPOTIFY}]`],
  ['1234567890', '[bandcamp width=100% album=1234567890 size=large]'],
  ['12345678', '[polldaddy poll=12345678]'],
  ['123456789', '[scribd id=123456789 key=key-kLoSzB0zE123 mode=list]'],
  ['kLoSzB0zE12', '[slideshare id=kLoSzB0zE12]'],
  [HEX, `[gist ${`https://gist.github.com/szpalta/${HEX}`}]`],
  ['kLoSzB0z-zBoZe123', '[jwplayer kLoSzB0z-zBoZe123]'],
  ['kLoSzB0z', '[wpvideo kLoSzB0z]'],
  ['zniwa_1936', '[archiveorg zniwa_1936 width=640 height=480]'],
  ['anna_klos_o_zbozu', '[ted id=anna_klos_o_zbozu lang=pl]'],
  [TIKTOK, `[tiktok https://www.tiktok.com/@szpalta/video/${TIKTOK}]`],
  ['21.01', `[googlemaps https://www.google.com/maps/embed?pb=${PB}]`],
  ['KlosZb', '[codepen_embed height="400" slug_hash="KlosZb" user="szpalta"]'],
  ['kL0sZ', '[datawrapper id="kL0sZ"]'],
  ['ramka', '[iframe src="https://obcy.example/ramka.html" width="100%" height="500"]'],
]

/** The forms in which each URL is tried, in turn: each needs its own reading. */
const URL_FORMS: ReadonlyArray<[form: string, make: (url: string) => Record<string, unknown>]> = [
  ['block', (url) => block(url, 'inny', 'Podpis treści')],
  ['frame', frame],
  ['line', (url) => classic(`<p>Przed.</p>\n<p>${url.replaceAll('&', '&#038;')}</p>\n<p>Po.</p>`)],
]

export const EMBED_SAMPLES: readonly EmbedSample[] = [
  ...FRAMED_URLS.flatMap(([name, holds, url]) =>
    URL_FORMS.map(
      ([form, make]): EmbedSample => ({ name: `${name}, ${form}`, holds, block: make(url), isShown: true }),
    ),
  ),
  ...LINKED_URLS.flatMap(([name, holds, url]) =>
    URL_FORMS.map(([form, make]): EmbedSample => ({ name: `${name}, ${form}`, holds, block: make(url) })),
  ),
  ...[...OWN_CODE, ...FORMS].map(([name, holds, of]): EmbedSample => ({ name, holds, block: of })),
  ...SHORTCODES.flatMap(([holds, shortcode]): EmbedSample[] => [
    { name: `${shortcode} in a paragraph`, holds, block: classic(`<p>${shortcode}</p>`) },
    { name: `${shortcode} in its block`, holds, block: wire('core/shortcode', shortcode) },
  ]),
]
