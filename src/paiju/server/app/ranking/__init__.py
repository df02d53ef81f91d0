"""What finished hands mean for their players: results, ratings and titles."""
