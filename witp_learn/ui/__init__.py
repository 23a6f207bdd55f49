"""The only place that imports widgets: map, page companion, apps and the Voila template."""
