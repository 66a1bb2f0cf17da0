<?php
/**
 * Plugin Name:       Szpalta
 * Description:       Connects this WordPress with the portal in front of it: previews, immediate updates, menus, links.
 * Version:           1.0.0
 * Requires at least: 6.1
 * Requires PHP:      7.4
 * License:           MIT
 *
 * Copyright (c) 2026 Szpalta. The licence's text is in the file LICENSE of the project.
 *
 * There is no settings page. wp-config.php has the settings (deploy/wordpress/README.md):
 *
 *     define('SZPALTA_PORTAL_URL', 'https://gazeta.example');
 *     define('SZPALTA_PURGE_TOKEN', '...');     // the portal's PURGE_TOKEN
 *     define('SZPALTA_PREVIEW_SECRET', '...');  // the portal's PREVIEW_SECRET
 *
 * Without a setting the part that needs it is off. No part ever stops WordPress from saving.
 */

namespace Szpalta;

if (!\defined('ABSPATH')) {
    exit;
}

// The file may lie in plugins and in mu-plugins: the first one counts.
if (!\class_exists(__NAMESPACE__ . '\\Connector', false)) {

    /** Changes of this request, for one purge when it ends. */
    final class Changes
    {
        /** The portal accepts no longer lists. */
        private const MAX_ITEMS = 500;
        /** The portal's list of the newest articles. */
        private const NEWEST = 'category-najnowsze';

        private static $isAll = false;
        private static $paths = [];
        private static $tags = [];

        /** Everything may look different: a menu, the site's title. */
        public static function all(): void
        {
            self::$isAll = true;
        }

        public static function tag(string $kind, string $slug): void
        {
            // WordPress keeps slugs percent-encoded, the portal encodes what they mean.
            self::$tags[$kind . '-' . \rawurlencode(\rawurldecode($slug))] = true;
        }

        /** A post that readers see, saw or will see, with its lists. */
        public static function post(\WP_Post $post): void
        {
            self::$tags['post-' . $post->ID] = true;
            self::$tags[self::NEWEST] = true;
            self::$paths['/'] = true;
            self::path($post);
            foreach (\get_object_taxonomies($post->post_type) as $taxonomy) {
                $terms = \get_the_terms($post, $taxonomy);
                foreach (\is_array($terms) ? $terms : [] as $term) {
                    self::term($term);
                }
            }
            $author = \get_userdata((int) $post->post_author);
            if ($author) {
                self::tag('author', $author->user_nicename);
            }
        }

        public static function term(\WP_Term $term): void
        {
            if ($term->taxonomy !== 'post_format') {
                self::tag($term->taxonomy === 'category' ? 'category' : 'tag', $term->slug);
            }
        }

        /** A published post's own path. */
        public static function path(\WP_Post $post): void
        {
            if ($post->post_status !== 'publish') {
                return;
            }
            $path = \wp_parse_url((string) \get_permalink($post), PHP_URL_PATH);
            if (\is_string($path) && $path !== '/') {
                self::$paths[\rtrim($path, '/')] = true;
            }
        }

        /** @return array<string, mixed>|null the portal's request; null without a change */
        public static function request(): ?array
        {
            $isTooMuch = \count(self::$paths) > self::MAX_ITEMS || \count(self::$tags) > self::MAX_ITEMS;
            if (self::$isAll || $isTooMuch) {
                return ['all' => true];
            }
            if (self::$paths === [] && self::$tags === []) {
                return null;
            }
            return [
                'paths' => \array_map('strval', \array_keys(self::$paths)),
                'tags' => \array_map('strval', \array_keys(self::$tags)),
            ];
        }

        public static function forget(): void
        {
            self::$isAll = false;
            self::$paths = [];
            self::$tags = [];
        }
    }

    final class Connector
    {
        private const REST = 'szpalta/v1';
        /** Seconds. */
        private const PREVIEW_LIFETIME = 3600;
        /** How long a purge may take. The second one is while an editor waits. Seconds. */
        private const PURGE_LIMITS = [5, 1];
        private const MAX_MENU_ITEMS = 100;
        /** Options that every page shows. */
        private const OPTIONS = [
            'blogname', 'blogdescription', 'home', 'siteurl', 'show_on_front', 'page_on_front', 'page_for_posts',
            'permalink_structure', 'category_base', 'tag_base', 'posts_per_page', 'WPLANG', 'timezone_string',
            'gmt_offset', 'date_format', 'site_icon', 'sticky_posts', 'stylesheet', 'nav_menu_options',
        ];

        /** Whether an e-mail about a comment is being written. */
        private static $isMailing = false;

        public static function start(): void
        {
            $call = static function (string $method): array {
                return [self::class, $method];
            };
            \add_action('rest_api_init', $call('routes'));
            if (self::portal() === '') {
                return;
            }
            if (self::setting('SZPALTA_PREVIEW_SECRET') !== '') {
                \add_filter('preview_post_link', $call('previewLink'), 20, 2);
            }
            \add_action('template_redirect', $call('leave'), 0);
            self::watch($call);
            self::links($call);
        }

        /** The portal's origin and folder, without a trailing slash; empty when it is not set, or no URL of the web. */
        private static function portal(): string
        {
            $url = \rtrim(self::setting('SZPALTA_PORTAL_URL'), '/');
            return \preg_match('#^https?://[^/\s?\#]+$#i', $url) === 1 ? $url : '';
        }

        private static function setting(string $name): string
        {
            return \defined($name) && \is_string(\constant($name)) ? \constant($name) : '';
        }

        /* ---- Purges ---- */

        private static function watch(callable $call): void
        {
            if (self::setting('SZPALTA_PURGE_TOKEN') === '') {
                return;
            }
            \add_action('wp_after_insert_post', $call('saved'), 20, 4);
            \add_action('before_delete_post', $call('deleted'), 20, 2);
            \add_action('set_object_terms', $call('classified'), 20, 6);
            \add_action('edit_terms', $call('termChanges'), 20, 2);
            \add_action('edited_term', $call('termChanged'), 20, 3);
            \add_action('pre_delete_term', $call('termChanges'), 20, 2);
            \add_action('profile_update', $call('userChanged'), 20, 2);
            \add_action('delete_user', $call('userChanged'), 20, 1);
            \add_action('transition_comment_status', $call('commentMoved'), 20, 3);
            \add_action('wp_insert_comment', $call('commentWritten'), 20, 2);
            \add_action('edit_comment', $call('commentChanged'), 20, 1);
            \add_action('delete_comment', $call('commentChanged'), 20, 1);
            \add_action('updated_option', $call('optionChanged'), 20, 1);
            foreach (['added_post_meta', 'updated_post_meta', 'deleted_post_meta'] as $hook) {
                \add_action($hook, $call('metaChanged'), 20, 3);
            }
            foreach (['wp_update_nav_menu', 'wp_delete_nav_menu', 'switch_theme', 'customize_save_after', 'attachment_updated'] as $hook) {
                \add_action($hook, [Changes::class, 'all'], 20, 0);
            }
            // After everything else has been written.
            \add_action('shutdown', $call('purge'), 1000);
        }

        /** A post with its terms and fields; `$before` is absent for a new one. */
        public static function saved($id, $post, $update = false, $before = null): void
        {
            if (!$post instanceof \WP_Post || \wp_is_post_revision($post)) {
                return;
            }
            $statuses = [$post->post_status, $before instanceof \WP_Post ? $before->post_status : ''];
            if (!\in_array('publish', $statuses, true)) {
                return;
            }
            if (\in_array($post->post_type, ['wp_block', 'wp_navigation', 'nav_menu_item'], true)) {
                Changes::all();
                return;
            }
            if (!\is_post_type_viewable($post->post_type)) {
                return;
            }
            Changes::post($post);
            if ($before instanceof \WP_Post) {
                Changes::path($before);
                $author = \get_userdata((int) $before->post_author);
                if ($author) {
                    Changes::tag('author', $author->user_nicename);
                }
            }
        }

        public static function deleted($id, $post): void
        {
            if ($post instanceof \WP_Post && $post->post_status === 'publish') {
                self::saved($id, $post);
            }
        }

        public static function classified($object, $terms, $ids, $taxonomy, $append, $oldIds): void
        {
            $post = self::published($object);
            if (!$post || !\is_object_in_taxonomy($post->post_type, $taxonomy)) {
                return;
            }
            Changes::tag('post', (string) $post->ID);
            foreach (\array_unique(\array_merge((array) $ids, (array) $oldIds)) as $id) {
                $term = \get_term_by('term_taxonomy_id', (int) $id, $taxonomy);
                if ($term instanceof \WP_Term) {
                    Changes::term($term);
                }
            }
        }

        /** Before the change: the term has its old slug. */
        public static function termChanges($id, $taxonomy): void
        {
            self::termChanged($id, 0, $taxonomy);
        }

        public static function termChanged($id, $taxonomyId, $taxonomy): void
        {
            $term = \get_term((int) $id, $taxonomy);
            if ($term instanceof \WP_Term && \is_taxonomy_viewable($taxonomy)) {
                Changes::term($term);
            }
        }

        public static function userChanged($id, $before = null): void
        {
            foreach ([\get_userdata((int) $id), $before] as $user) {
                if (\is_object($user) && isset($user->user_nicename)) {
                    Changes::tag('author', (string) $user->user_nicename);
                }
            }
        }

        public static function commentMoved($new, $old, $comment): void
        {
            if ($new === 'approved' || $old === 'approved') {
                self::commentOf($comment);
            }
        }

        public static function commentWritten($id, $comment): void
        {
            if (\is_object($comment) && (string) $comment->comment_approved === '1') {
                self::commentOf($comment);
            }
        }

        public static function commentChanged($id): void
        {
            self::commentWritten($id, \get_comment((int) $id));
        }

        private static function commentOf($comment): void
        {
            $post = \is_object($comment) ? self::published($comment->comment_post_ID) : null;
            if ($post) {
                Changes::tag('post', (string) $post->ID);
                Changes::path($post);
            }
        }

        public static function metaChanged($ids, $object, $key): void
        {
            $post = $key === '_thumbnail_id' ? self::published($object) : null;
            if ($post) {
                Changes::post($post);
            }
        }

        public static function optionChanged($option): void
        {
            if (\in_array($option, self::OPTIONS, true) || \strpos((string) $option, 'theme_mods_') === 0) {
                Changes::all();
            }
        }

        private static function published($id): ?\WP_Post
        {
            $post = \get_post((int) $id);
            $isShown = $post instanceof \WP_Post && $post->post_status === 'publish' && \is_post_type_viewable($post->post_type);
            return $isShown ? $post : null;
        }

        /**
         * One request, whatever changed. Where PHP can, the editor has the response before; elsewhere nobody waits for
         * the portal's.
         */
        public static function purge(): void
        {
            try {
                $request = Changes::request();
                Changes::forget();
                if ($request === null) {
                    return;
                }
                $isSent = \function_exists('fastcgi_finish_request') && \fastcgi_finish_request();
                $response = \wp_remote_post(self::portal() . '/ops/purge', [
                    'timeout' => self::PURGE_LIMITS[$isSent ? 0 : 1],
                    'blocking' => $isSent,
                    'redirection' => 0,
                    'headers' => [
                        'Authorization' => 'Bearer ' . self::setting('SZPALTA_PURGE_TOKEN'),
                        'Content-Type' => 'application/json',
                    ],
                    'body' => (string) \wp_json_encode($request),
                ]);
                if (\is_wp_error($response)) {
                    self::report($response->get_error_message());
                } elseif ($isSent && \wp_remote_retrieve_response_code($response) !== 200) {
                    self::report('the portal refused a purge: HTTP ' . \wp_remote_retrieve_response_code($response));
                }
            } catch (\Throwable $error) {
                self::report($error->getMessage());
            }
        }

        /** The portal still polls: a lost purge is late, not missing. */
        private static function report(string $problem): void
        {
            if (\defined('WP_DEBUG') && \WP_DEBUG) {
                \error_log('szpalta: ' . $problem);
            }
        }

        /* ---- Previews ---- */

        /** For users who may edit the post only: anyone who has the link sees the draft. */
        public static function previewLink($link, $post)
        {
            $id = $post instanceof \WP_Post ? (int) (\wp_is_post_autosave($post) ?: $post->ID) : 0;
            return $id > 0 && \current_user_can('edit_post', $id) ? self::signed($id) : $link;
        }

        private static function signed(int $id): string
        {
            $expires = \time() + self::PREVIEW_LIFETIME;
            $signature = \hash_hmac('sha256', $id . '.' . $expires, self::setting('SZPALTA_PREVIEW_SECRET'));
            return self::portal() . '/preview/' . $id . '?expires=' . $expires . '&signature=' . $signature;
        }

        /* ---- Pages of this WordPress that the portal has ---- */

        /** Leads editors' previews to the portal, and with SZPALTA_REDIRECT_VISITORS visitors too. */
        public static function leave(): void
        {
            if (\is_preview() && self::setting('SZPALTA_PREVIEW_SECRET') !== '') {
                $id = (int) \get_queried_object_id();
                if ($id > 0 && \current_user_can('edit_post', $id)) {
                    \nocache_headers();
                    \wp_redirect(self::signed($id), 302, 'Szpalta');
                    exit;
                }
            }
            if (self::decidesByAccept() && !\headers_sent()) {
                // A cache in front has other responses for feed readers and tools at the same URL.
                \header('Vary: Accept', false);
            }
            if (self::leavesVisitors()) {
                $path = isset($_SERVER['REQUEST_URI']) ? (string) $_SERVER['REQUEST_URI'] : '/';
                // Two slashes would begin a host.
                \wp_redirect(self::portal() . '/' . \ltrim($path, '/\\'), 301, 'Szpalta');
                exit;
            }
        }

        private static function decidesByAccept(): bool
        {
            return \defined('SZPALTA_REDIRECT_VISITORS') && \SZPALTA_REDIRECT_VISITORS === true;
        }

        /** A visitor's page for a browser. The portal itself sends HEAD, or accepts anything. */
        private static function leavesVisitors(): bool
        {
            $isWanted = self::decidesByAccept();
            $method = isset($_SERVER['REQUEST_METHOD']) ? $_SERVER['REQUEST_METHOD'] : '';
            $accepted = isset($_SERVER['HTTP_ACCEPT']) ? (string) $_SERVER['HTTP_ACCEPT'] : '';
            if (!$isWanted || $method !== 'GET' || \strpos($accepted, 'text/html') === false) {
                return false;
            }
            $ownHost = isset($_SERVER['HTTP_HOST']) ? (string) $_SERVER['HTTP_HOST'] : '';
            if (\strcasecmp(\preg_replace('#^https?://#i', '', self::portal()), $ownHost) === 0) {
                return false;
            }
            $path = (string) \wp_parse_url(isset($_SERVER['REQUEST_URI']) ? (string) $_SERVER['REQUEST_URI'] : '', PHP_URL_PATH);
            // WordPress' own paths, some of which lead there from the portal; a server may not know all of them.
            if (\preg_match('#/(wp-|xmlrpc)|/(admin|login|dashboard)/?$#i', $path) === 1) {
                return false;
            }
            $isOther = \is_preview() || \is_feed() || \is_embed() || \is_robots() || \is_favicon() || \is_trackback()
                || \is_customize_preview() || (string) \get_query_var('sitemap') !== '';
            return !$isOther && (\is_singular() || \is_home() || \is_front_page() || \is_archive() || \is_search() || \is_404());
        }

        /* ---- Links ---- */

        private static function links(callable $call): void
        {
            \add_filter('post_link', $call('postLink'), 20, 2);
            \add_filter('page_link', $call('postLink'), 20, 2);
            \add_filter('post_type_link', $call('postLink'), 20, 2);
            foreach (['term_link', 'author_link', 'post_type_archive_link', 'year_link', 'month_link', 'day_link'] as $filter) {
                \add_filter($filter, $call('link'), 20, 1);
            }
            foreach (['get_canonical_url', 'wpseo_canonical', 'rank_math/frontend/canonical'] as $filter) {
                \add_filter($filter, $call('canonical'), 20, 1);
            }
            \add_filter('url_to_postid', $call('ownUrl'), 20, 1);
            \add_action('admin_bar_menu', $call('adminBar'), 1000);
            // WordPress writes its e-mails about a comment at 10.
            \add_action('comment_post', $call('mailsBegin'), 9, 0);
            \add_action('comment_post', $call('mailsEnd'), 11, 0);
        }

        public static function mailsBegin(): void
        {
            self::$isMailing = true;
        }

        public static function mailsEnd(): void
        {
            self::$isMailing = false;
        }

        /**
         * Editors and e-mails get the portal's links. The portal itself, which reads the REST API with an application
         * password or as anybody, gets what it gets without this plugin; so do pages of this WordPress.
         */
        private static function isForEditors(): bool
        {
            if (\defined('REST_REQUEST') && \REST_REQUEST) {
                return \is_user_logged_in() && \rest_get_authenticated_app_password() === null;
            }
            $isExport = \did_action('export_wp') > 0;
            return !$isExport && (self::$isMailing || \is_admin() || \wp_doing_cron());
        }

        /** @param mixed $post a post, or a page's id */
        public static function postLink($link, $post)
        {
            $object = \get_post($post);
            return $object instanceof \WP_Post && $object->post_status === 'publish' ? self::link($link) : $link;
        }

        public static function link($link)
        {
            return self::isForEditors() ? self::onPortal($link) : $link;
        }

        /** In pages of this WordPress: for search engines that know them. */
        public static function canonical($link)
        {
            return \defined('REST_REQUEST') && \REST_REQUEST ? $link : self::onPortal($link);
        }

        /** Paths are the same there. */
        private static function onPortal($link)
        {
            return \is_string($link) ? self::moved($link, self::origin(), self::portal()) : $link;
        }

        public static function ownUrl($url)
        {
            return \is_string($url) ? self::moved($url, self::portal(), self::origin()) : $url;
        }

        /** A URL at another origin; any other stays. */
        private static function moved(string $url, string $from, string $to): string
        {
            $rest = \substr($url, \strlen($from));
            $isThere = $from !== '' && \strncasecmp($url, $from, \strlen($from)) === 0;
            return $isThere && ($rest === '' || $rest === false || \strpos('/?#', $rest[0]) !== false) ? $to . $rest : $url;
        }

        /** Of this WordPress' pages, without its folder. */
        private static function origin(): string
        {
            return \preg_match('#^https?://[^/?\#]+#i', (string) \get_option('home'), $match) === 1 ? $match[0] : '';
        }

        public static function adminBar($bar): void
        {
            foreach (['site-name', 'view-site'] as $name) {
                $node = \is_admin() ? $bar->get_node($name) : null;
                if ($node) {
                    $bar->add_node(['id' => $name, 'href' => \esc_url(self::onPortal(\home_url('/')))]);
                }
            }
        }

        /* ---- What anybody may know of the site ---- */

        public static function routes(): void
        {
            \register_rest_route(self::REST, '/site', [
                'methods' => 'GET',
                'callback' => [self::class, 'site'],
                'permission_callback' => '__return_true',
            ]);
        }

        /** Language, zone, front page and menus, of which the REST API tells only administrators. */
        public static function site(): \WP_REST_Response
        {
            $isPage = \get_option('show_on_front') === 'page';
            return new \WP_REST_Response([
                'version' => 1,
                'name' => \get_bloginfo('name'),
                'description' => \get_bloginfo('description'),
                'language' => \str_replace('_', '-', \get_locale()),
                'timezone' => \wp_timezone_string(),
                'front_page' => $isPage ? (int) \get_option('page_on_front') : 0,
                'posts_page' => $isPage ? (int) \get_option('page_for_posts') : 0,
                'menus' => \array_merge(self::menus(), self::navigation()),
            ]);
        }

        /** The classic menus that the theme shows, with their places. */
        private static function menus(): array
        {
            $places = [];
            foreach (\get_nav_menu_locations() as $place => $id) {
                $places[(int) $id][] = (string) $place;
            }
            $menus = [];
            foreach ($places as $id => $names) {
                $menu = \wp_get_nav_menu_object($id);
                if ($menu) {
                    $menus[] = ['id' => $id, 'slug' => $menu->slug, 'locations' => $names, 'items' => self::menuItems($id)];
                }
            }
            return $menus;
        }

        private static function menuItems(int $menu): array
        {
            $items = \wp_get_nav_menu_items($menu, ['update_post_term_cache' => false]);
            $shown = [];
            foreach (\is_array($items) ? $items : [] as $item) {
                $isHidden = !empty($item->_invalid)
                    || ($item->type === 'post_type' && \get_post_status((int) $item->object_id) !== 'publish');
                if (!$isHidden) {
                    $shown[] = self::menuItem((int) $item->ID, (int) $item->menu_item_parent, [
                        (string) $item->title, (string) $item->url, (string) $item->type, (string) $item->object,
                    ], (int) $item->menu_order);
                }
            }
            return \array_slice($shown, 0, self::MAX_MENU_ITEMS);
        }

        /** In the form of `wp/v2/menu-items`. */
        private static function menuItem(int $id, int $parent, array $fields, int $order): array
        {
            [$title, $url, $type, $object] = $fields;
            return [
                'id' => $id,
                'parent' => $parent,
                'menu_order' => $order,
                'title' => ['rendered' => $title],
                'url' => $url,
                'type' => $type,
                'object' => $object,
            ];
        }

        /** The newest navigation of a block theme, as a menu. */
        private static function navigation(): array
        {
            $posts = \get_posts([
                'post_type' => 'wp_navigation',
                'post_status' => 'publish',
                'numberposts' => 1,
                'orderby' => 'date',
                'order' => 'DESC',
                'suppress_filters' => true,
            ]);
            if ($posts === []) {
                return [];
            }
            $items = [];
            self::collect(\parse_blocks($posts[0]->post_content), 0, 0, $items);
            return [['id' => $posts[0]->ID, 'slug' => 'navigation', 'locations' => ['navigation'], 'items' => $items]];
        }

        private static function collect(array $blocks, int $parent, int $depth, array &$items): void
        {
            foreach ($blocks as $block) {
                $isLink = \in_array($block['blockName'], ['core/navigation-link', 'core/navigation-submenu'], true);
                if (!$isLink || $depth > 2 || \count($items) >= self::MAX_MENU_ITEMS) {
                    continue;
                }
                // Attributes are whatever somebody wrote.
                $attributes = \array_filter($block['attrs'], 'is_scalar')
                    + ['label' => '', 'url' => '', 'kind' => '', 'type' => '', 'id' => 0];
                $isPost = $attributes['kind'] === 'post-type' || \in_array($attributes['type'], ['page', 'post'], true);
                if ($isPost && (int) $attributes['id'] > 0 && \get_post_status((int) $attributes['id']) !== 'publish') {
                    continue;
                }
                $isTerm = $attributes['kind'] === 'taxonomy';
                $id = \count($items) + 1;
                $items[] = self::menuItem($id, $parent, [
                    (string) $attributes['label'],
                    (string) $attributes['url'],
                    $isTerm ? 'taxonomy' : ($isPost ? 'post_type' : 'custom'),
                    $isTerm && $attributes['type'] === 'tag' ? 'post_tag' : (string) $attributes['type'],
                ], $id);
                self::collect($block['innerBlocks'], $id, $depth + 1, $items);
            }
        }
    }

    Connector::start();
}
