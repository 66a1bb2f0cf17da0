<?php
/**
 * Stands in for plugins that hide texts from visitors: the plugins themselves are in no package. Each of the four ways
 * follows the documented interface of WordPress that such plugins use.
 */

/** 1: the text ends after its first paragraph, and a notice with the plugin's class follows (`the_content`). */
add_filter('the_content', function ($content) {
    if (is_user_logged_in() || strpos(get_post_field('post_name'), 'notice-') !== 0) {
        return $content;
    }
    $end = strpos($content, '</p>');
    $message = '<div class="pmpro_content_message"><p>Zaloguj się, aby czytać dalej.</p></div>';
    return ($end === false ? '' : substr($content, 0, $end + 4)) . $message;
}, 50);

/** 2: a block around text for members (`render_callback`). */
add_action('init', function () {
    register_block_type('members/gate', [
        'render_callback' => fn ($attributes, $content) => is_user_logged_in() ? $content : '',
    ]);
});

/** 2 too: any block with the setting `membersOnly` (`render_block`). */
add_filter('render_block', function ($content, $block) {
    return empty($block['attrs']['membersOnly']) || is_user_logged_in() ? $content : '';
}, 10, 2);

/** 3: a shortcode around text for members. */
add_shortcode('members', fn ($attributes, $content) => is_user_logged_in() ? do_shortcode($content) : '');

/** 4: the REST API has no text for visitors (`rest_prepare_post`). */
add_filter('rest_prepare_post', function ($response, $post) {
    if (!is_user_logged_in() && strpos($post->post_name, 'rest-') === 0) {
        foreach (['content', 'excerpt'] as $field) {
            if (isset($response->data[$field])) {
                $response->data[$field]['rendered'] = '';
            }
        }
    }
    return $response;
}, 10, 2);
