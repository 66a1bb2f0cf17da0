<?php
/* What blocks take from elsewhere: a pattern of the theme's, a feed of another site. Search engines are asked to stay away. */
add_filter('pre_option_blog_public', fn() => '0');
/* Permalinks are plain while a file says so. */
add_filter('pre_option_permalink_structure', fn() => file_exists(WP_CONTENT_DIR . '/plain') ? '' : false);
add_action('init', function () {
    register_block_pattern('gazeta/wezwanie', [
        'title' => 'Wezwanie',
        'content' => '<!-- wp:paragraph --><p>Akapit z wzorca motywu.</p><!-- /wp:paragraph -->',
    ]);
    register_meta('post', 'gazeta_zrodlo', ['show_in_rest' => true, 'single' => true, 'type' => 'string']);
});
add_filter('pre_http_request', function ($response, $arguments, $url) {
    if ($url !== 'https://kanal.gazeta.example/rss') {
        return $response;
    }
    $items = '';
    foreach (['Pierwszy', 'Drugi'] as $name) {
        $items .= "<item><title>$name wpis z kanału</title><link>https://kanal.gazeta.example/$name</link>"
            . '<pubDate>Mon, 02 Mar 2026 10:00:00 +0000</pubDate><description>Opis wpisu</description></item>';
    }
    $body = '<?xml version="1.0"?><rss version="2.0"><channel><title>Kanał</title><link>https://kanal.gazeta.example/</link>'
        . "<description>Kanał</description>$items</channel></rss>";
    return ['headers' => ['content-type' => 'application/rss+xml'], 'body' => $body,
        'response' => ['code' => 200, 'message' => 'OK'], 'cookies' => [], 'filename' => null];
}, 10, 3);
