<?php
/* Post types and taxonomies as a theme or a plugin registers them: books of genres, and one that has no REST interface. */
add_action('init', function () {
    register_taxonomy('genre', ['book'], ['label' => 'Gatunki', 'hierarchical' => true, 'show_in_rest' => true,
        'rewrite' => ['slug' => 'gatunek', 'hierarchical' => true]]);
    register_taxonomy('mood', ['post', 'book'], ['label' => 'Nastroje', 'show_in_rest' => true]);
    register_post_type('book', ['label' => 'Książki', 'public' => true, 'show_in_rest' => true, 'has_archive' => true,
        'rest_base' => 'books', 'rewrite' => ['slug' => 'ksiazki'],
        'supports' => ['title', 'editor', 'excerpt', 'author', 'thumbnail']]);
    register_post_type('event', ['label' => 'Wydarzenia', 'public' => true, 'show_in_rest' => true,
        'has_archive' => 'kalendarz-wydarzen', 'rewrite' => ['slug' => 'wydarzenie']]);
    register_post_type('hidden', ['label' => 'Ukryte', 'public' => true]);
});
