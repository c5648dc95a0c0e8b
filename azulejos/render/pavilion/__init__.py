"""Summer Pavilion in pictures and words."""
