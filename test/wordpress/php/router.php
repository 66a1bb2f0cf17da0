<?php
/* For `php -S`: files as they are, everything else is WordPress'. */
$root = $_SERVER['DOCUMENT_ROOT'];
$path = rawurldecode((string) parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH));
if ($path !== '/' && is_file($root . $path)) {
    return isset($_SERVER['HTTP_RANGE']) ? send_part($root . $path) : false;
}
$_SERVER['SCRIPT_NAME'] = $_SERVER['PHP_SELF'] = '/index.php';
$_SERVER['SCRIPT_FILENAME'] = $root . '/index.php';
require $root . '/index.php';

/* `php -S` has no ranges; the servers that WordPress usually has do. */
function send_part(string $file): bool
{
    $size = filesize($file);
    if (!preg_match('/^bytes=(\d+)-(\d*)$/', $_SERVER['HTTP_RANGE'], $range)) {
        return false;
    }
    $last = $range[2] === '' ? $size - 1 : min((int) $range[2], $size - 1);
    header('Accept-Ranges: bytes');
    if ((int) $range[1] >= $size) {
        http_response_code(416);
        header("Content-Range: bytes */$size");
        return true;
    }
    http_response_code(206);
    header('Content-Type: ' . (str_ends_with($file, '.mp4') ? 'video/mp4' : 'application/octet-stream'));
    header("Content-Range: bytes {$range[1]}-$last/$size");
    header('Content-Length: ' . ($last - (int) $range[1] + 1));
    echo substr(file_get_contents($file), (int) $range[1], $last - (int) $range[1] + 1);
    return true;
}
