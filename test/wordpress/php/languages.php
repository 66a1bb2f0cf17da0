<?php
/*
 * Stands in for Polylang Pro and WPML, which cannot be had as packages. No code of theirs: only the shapes that their
 * documentation gives of their REST fields: `lang` and `translations` (ids by language) of Polylang Pro;
 * `wpml_current_locale` and `wpml_translations` (locale, id, href) of the REST API add-on for WPML.
 */
add_action('rest_api_init', function () {
    $meta = fn($name) => fn($post) => json_decode((string) get_post_meta($post['id'], $name, true), true);
    foreach (['lang', 'translations', 'wpml_current_locale', 'wpml_translations'] as $name) {
        register_rest_field('post', $name, ['get_callback' => $meta("stand_in_$name"),
            'update_callback' => fn($value, $post) => update_post_meta($post->ID, "stand_in_$name", wp_slash(wp_json_encode($value))),
            'schema' => null]);
    }
});
