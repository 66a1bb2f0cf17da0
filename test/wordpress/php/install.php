<?php
/* Installs WordPress as its own installer does, and prints an application password of the administrator as JSON. */
$url = parse_url(getenv('WORDPRESS_URL'));
$_SERVER += ['HTTP_HOST' => "{$url['host']}:{$url['port']}", 'REQUEST_URI' => '/', 'REQUEST_METHOD' => 'GET',
    'SERVER_PROTOCOL' => 'HTTP/1.1', 'SERVER_NAME' => $url['host'], 'REMOTE_ADDR' => '127.0.0.1'];
$database = new mysqli('localhost', 'root', '', '', 0, getenv('WORDPRESS_SOCKET'));
$database->query('CREATE DATABASE IF NOT EXISTS wordpress CHARACTER SET utf8mb4');
define('WP_INSTALLING', true);
require getenv('WORDPRESS_ROOT') . '/wp-load.php';
require_once ABSPATH . 'wp-admin/includes/upgrade.php';
$user = wp_install('Gazeta testowa', 'redakcja', 'redakcja@gazeta.example', true, '', wp_generate_password())['user_id'];
/* REST cannot set these two. */
global $wp_rewrite;
$wp_rewrite->set_permalink_structure('/%year%/%monthnum%/%postname%/');
delete_option('rewrite_rules');
[$password] = WP_Application_Passwords::create_new_application_password($user, ['name' => 'portal']);
echo json_encode(['user' => 'redakcja', 'password' => $password, 'version' => $GLOBALS['wp_version']]);
