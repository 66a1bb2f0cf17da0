<?php
/* The location of a menu, as a classic theme registers it. */
add_action('after_setup_theme', function () {
    register_nav_menus(['primary' => 'Menu główne']);
});
