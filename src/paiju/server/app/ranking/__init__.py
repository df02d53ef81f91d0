"""The effect of finished hands on their players: results, ratings, rankings and titles."""
