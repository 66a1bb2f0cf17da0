<?php
/** Fills a WordPress with posts, faster than its own functions: `POST /wp-json/fill/v1/posts?from=1&count=5000`. */
add_action('rest_api_init', function () {
    register_rest_route('fill/v1', '/posts', [
        'methods' => 'POST',
        'permission_callback' => fn () => current_user_can('manage_options'),
        'callback' => function ($request) {
            global $wpdb;
            [$from, $count] = [(int) $request['from'], (int) $request['count']];
            $terms = array_map('intval', (array) $request['terms']);
            $text = '<!-- wp:paragraph --><p>' . str_repeat('Zdanie o sieciach i kluczach. ', 40) . '</p><!-- /wp:paragraph -->';
            foreach (array_chunk(range($from, $from + $count - 1), 500) as $numbers) {
                $rows = array_map(function ($number) use ($wpdb, $text) {
                    $date = gmdate('Y-m-d H:i:s', strtotime('2026-01-01') - $number * 5400);
                    return $wpdb->prepare(
                        '(1,%s,%s,%s,%s,%s,"publish","open","open",%s,"post",%s,%s,"","","")',
                        $date, $date, $text, "Wpis numer $number", '', "wpis-$number", $date, $date
                    );
                }, $numbers);
                $wpdb->query("INSERT INTO $wpdb->posts (post_author,post_date,post_date_gmt,post_content,post_title,post_excerpt,post_status,comment_status,ping_status,post_name,post_type,post_modified,post_modified_gmt,to_ping,pinged,post_content_filtered) VALUES " . implode(',', $rows));
                $first = (int) $wpdb->insert_id;
                $related = [];
                foreach ($numbers as $index => $number) {
                    $related[] = sprintf('(%d,%d,0)', $first + $index, $terms[$number % count($terms)]);
                }
                $wpdb->query("INSERT INTO $wpdb->term_relationships VALUES " . implode(',', $related));
            }
            wp_update_term_count_now($terms, 'category');
            return ['done' => $count];
        },
    ]);
});
