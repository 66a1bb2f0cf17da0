<?php
/** Files at the root of a site, as plugins serve them: no file is there. */
add_action('init', function () {
    $files = [
        '/ads.txt' => ['text/plain', "google.com, pub-123, DIRECT, f08c47fec0942fa0\n"],
        '/app-ads.txt' => ['text/plain; charset=UTF-8', "sieć.example, 7, RESELLER\n"],
        '/.well-known/assetlinks.json' => ['application/json', '[{"relation":["delegate_permission"]}]'],
        '/.well-known/strona' => ['text/html', '<script>alert(1)</script>'],
        '/.well-known/wielki' => ['text/plain', str_repeat('x', 1100000)],
    ];
    [$type, $text] = $files[parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH)] ?? [null, null];
    if ($type) {
        header("Content-Type: $type");
        exit($text);
    }
});
